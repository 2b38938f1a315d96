from flask import current_app

config = current_app.extensions["migrate"].db
