from django.urls import path

from forecast.views import health, today

urlpatterns = [path("", today), path("health/", health)]
