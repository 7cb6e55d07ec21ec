import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('modeler', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='design',
            name='origin',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='modeler.design'),
        ),
        migrations.AddField(
            model_name='design',
            name='origin_revision',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='change',
            name='kind',
            field=models.CharField(choices=[('create', 'Create'), ('edit', 'Edit'), ('import', 'Import'), ('undo', 'Undo'), ('redo', 'Redo'), ('restore', 'Restore')], max_length=8),
        ),
        migrations.CreateModel(
            name='Version',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('revision', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='modeler.design')),
            ],
            options={
                'indexes': [models.Index(fields=['design', '-revision'], name='version_newest')],
                'constraints': [models.UniqueConstraint(fields=('design', 'name'), name='version_once')],
            },
        ),
    ]
