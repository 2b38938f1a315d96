import { Hono } from 'hono'

const app = new Hono().basePath('/v1')

app.get('/health', (c) => c.text('ok'))
app.get('/', (c) => c.text(`Hello ${Bun.env.GREETING ?? 'Hono'}`))

export default {
  port: 8787,
  fetch: app.fetch,
}
