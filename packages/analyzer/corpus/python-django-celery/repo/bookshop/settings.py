import os
from pathlib import Path

import dj_database_url
import sentry_sdk

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = os.environ['DJANGO_SECRET_KEY']
DEBUG = os.environ.get('DJANGO_DEBUG', '0') == '1'
ALLOWED_HOSTS = os.environ.get('DJANGO_ALLOWED_HOSTS', '').split(',')

INSTALLED_APPS = [
    'django.contrib.admin',
    'django.contrib.auth',
    'django.contrib.contenttypes',
    'django.contrib.sessions',
    'django.contrib.messages',
    'django.contrib.staticfiles',
    'catalog',
]

MIDDLEWARE = [
    'django.middleware.security.SecurityMiddleware',
    'whitenoise.middleware.WhiteNoiseMiddleware',
]

ROOT_URLCONF = 'bookshop.urls'
WSGI_APPLICATION = 'bookshop.wsgi.application'

DATABASES = {'default': dj_database_url.parse(os.environ['DATABASE_URL'])}

STATIC_URL = 'static/'
STATIC_ROOT = BASE_DIR / 'staticfiles'

CELERY_BROKER_URL = os.environ.get('REDIS_URL', 'redis://localhost:6379/0')
CELERY_BEAT_SCHEDULE = {
    'sync-prices': {'task': 'catalog.tasks.sync_prices', 'schedule': 3600.0},
}

if dsn := os.environ.get('SENTRY_DSN'):
    sentry_sdk.init(dsn=dsn)
