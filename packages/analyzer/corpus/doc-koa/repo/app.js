import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { rates } from './rates.js'

const app = new Koa()
const router = new Router()

app.keys = process.env.COOKIE_KEYS?.split(',') ?? ['development']

router.get('/rates/:currency', async (ctx) => {
  ctx.body = await rates(ctx.params.currency)
})
router.get('/livez', (ctx) => {
  ctx.status = 204
})

app.use(bodyParser()).use(router.routes()).use(router.allowedMethods())
app.listen(4500)
