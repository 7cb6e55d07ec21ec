from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("exporter", "0005_audit_scope")]

    operations = [
        migrations.AddField("provisioningrun", "noticed_at", models.DateTimeField(null=True)),
        migrations.AddField("provisioningrun", "table_count", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "provisioningrun", "dollars", models.DecimalField(decimal_places=10, max_digits=20, null=True)
        ),
        migrations.AddField(
            "provisioningrun", "dollars_per_day", models.DecimalField(decimal_places=10, max_digits=20, null=True)
        ),
        migrations.AlterField(
            "provisionedtable",
            "state",
            models.CharField(
                choices=[
                    ("intended", "Intended"),
                    ("created", "Created"),
                    ("removing", "Removing"),
                    ("foreign", "Foreign"),
                    ("removed", "Removed"),
                    ("gone", "Gone"),
                ],
                default="intended",
                max_length=8,
            ),
        ),
    ]
