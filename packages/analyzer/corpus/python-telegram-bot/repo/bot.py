import asyncio
import os

import aiosqlite
from aiogram import Bot, Dispatcher

from handlers import router

TOKEN = os.environ["BOT_TOKEN"]
ADMIN_ID = os.getenv("ADMIN_ID")


async def main():
    dp = Dispatcher()
    dp.include_router(router)
    async with aiosqlite.connect("bot.db"):
        await dp.start_polling(Bot(TOKEN))


if __name__ == "__main__":
    asyncio.run(main())
