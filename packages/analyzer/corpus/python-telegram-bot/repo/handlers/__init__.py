from aiogram import Router

router = Router()
