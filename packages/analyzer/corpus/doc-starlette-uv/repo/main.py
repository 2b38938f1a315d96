from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.config import Config
from starlette.datastructures import Secret
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

config = Config(".env")

DEBUG = config("DEBUG", cast=bool, default=False)
REDIS_URL = config("REDIS_URL")
FEED_TOKEN = config("FEED_TOKEN", cast=Secret)

redis = Redis.from_url(REDIS_URL)


async def scores(request):
    return JSONResponse({"scores": await redis.hgetall("scores")})


async def live(websocket):
    await websocket.accept()
    async with redis.pubsub() as channel:
        await channel.subscribe("scores")
        async for message in channel.listen():
            await websocket.send_json(message)


async def health(request):
    return PlainTextResponse("ok")


app = Starlette(
    debug=DEBUG,
    routes=[
        Route("/scores", scores),
        Route("/health", health),
        WebSocketRoute("/live", live),
    ],
)
