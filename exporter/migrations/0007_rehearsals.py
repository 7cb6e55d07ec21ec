from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("exporter", "0006_run_costs_and_notice")]

    operations = [
        migrations.AddField("provisioningrun", "asked", models.JSONField(default=dict)),
        migrations.AlterField(
            "provisioningrun",
            "kind",
            models.CharField(
                choices=[("proof", "Proof"), ("lab", "Lab"), ("rehearsal", "Rehearsal")],
                default="proof",
                max_length=9,
            ),
        ),
    ]
