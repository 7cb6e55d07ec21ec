from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('modeler', '0010_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='approval',
            name='main_revision',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='approval',
            name='merge',
            field=models.JSONField(default=dict),
        ),
    ]
