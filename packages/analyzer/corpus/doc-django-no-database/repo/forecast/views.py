import os

import requests
from django.http import HttpResponse
from django.shortcuts import render


def today(request):
    answer = requests.get(
        "https://api.weather.example/today",
        params={"key": os.environ["WEATHER_API_KEY"], "city": os.getenv("CITY", "Lisbon")},
        timeout=5,
    )
    return render(request, "forecast/today.html", answer.json())


def health(request):
    return HttpResponse("ok")
