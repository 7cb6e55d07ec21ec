from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("designer", "0002_links")]

    operations = [migrations.RenameField("user", "colour", "color")]
