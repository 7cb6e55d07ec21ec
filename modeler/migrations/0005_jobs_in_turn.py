from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("modeler", "0004_relations")]

    operations = [
        migrations.AddIndex(
            model_name="job", index=models.Index(fields=["queue", "heartbeat_at"], name="job_served")
        )
    ]
