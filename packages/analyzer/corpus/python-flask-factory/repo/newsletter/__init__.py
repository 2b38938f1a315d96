from flask import Flask
from redis import Redis
from rq import Queue

from .config import Config
from .models import db, migrate


def create_app(config=Config):
    app = Flask(__name__)
    app.config.from_object(config)
    db.init_app(app)
    migrate.init_app(app, db)
    app.queue = Queue("emails", connection=Redis.from_url(app.config["REDIS_URL"]))

    @app.route("/ping")
    def ping():
        return "pong"

    return app
