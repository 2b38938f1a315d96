import os

from litestar import Litestar, get
from shared import greet

LOG_LEVEL = os.getenv("LOG_LEVEL", "INFO")


@get("/")
async def index() -> str:
    return greet()


app = Litestar([index])
