import environ

env = environ.Env()

SECRET_KEY = env("SECRET_KEY")
INSTALLED_APPS = ["daphne", "django.contrib.auth", "channels", "rooms"]
ASGI_APPLICATION = "config.asgi.application"
DATABASES = {"default": env.db("DATABASE_URL")}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [(env("REDIS_HOST", default="localhost"), 6379)]},
    }
}
