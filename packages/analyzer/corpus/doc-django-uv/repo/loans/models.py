from django.db import models


class Loan(models.Model):
    title = models.CharField(max_length=200)
    due = models.DateField()
