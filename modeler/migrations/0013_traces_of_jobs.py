from django.db import migrations, models

import modeler.observing.tracing


class Migration(migrations.Migration):
    dependencies = [("modeler", "0012_provisioning_events")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="trace",
            field=models.CharField(blank=True, db_default="", default=modeler.observing.tracing.here, max_length=55),
        ),
    ]
