const Koa = require('koa')
const Router = require('@koa/router')
const mongoose = require('mongoose')

const { PORT = 5050, MONGO_URI = 'mongodb://localhost:27017/koa' } = process.env
mongoose.connect(MONGO_URI)

const app = new Koa()
const router = new Router({ prefix: '/api' })
router.get('/status', (ctx) => { ctx.body = 'ok' })
app.use(router.routes())
app.listen(PORT)
