from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('modeler', '0010_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='approval',
            name='main_revision',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='approval',
            name='merge',
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
    ]
