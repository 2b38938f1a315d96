from django.http import HttpResponse

from .models import Loan


def index(request):
    return HttpResponse(f"{Loan.objects.count()} loans")
