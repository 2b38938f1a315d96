from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    operations = []
