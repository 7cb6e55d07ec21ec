import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("designer", "0001_initial"),
        ("modeler", "0002_versions"),
        ("modeler", "0002_comments"),
    ]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="design",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="jobs", to="modeler.design"
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="workspace",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="designer.workspace"
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(("design__isnull", False), ("workspace", None))
                | models.Q(("design", None), ("workspace__isnull", False)),
                name="job_of_a_design_or_a_workspace",
            ),
        ),
    ]
