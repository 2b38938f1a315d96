import pytest

from flaskr import create_app
