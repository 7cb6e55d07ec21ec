from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("exporter", "0008_webhooks")]

    operations = [
        migrations.AlterField(
            "provisioningrun",
            "kind",
            models.CharField(
                choices=[("proof", "Proof"), ("lab", "Lab"), ("rehearsal", "Rehearsal"), ("load", "Load")],
                default="proof",
                max_length=9,
            ),
        ),
    ]
