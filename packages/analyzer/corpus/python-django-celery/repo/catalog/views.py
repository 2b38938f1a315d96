from django.http import JsonResponse

from .models import Book


def books(request):
    return JsonResponse({"books": list(Book.objects.values())})
