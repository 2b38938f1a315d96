import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'

const app = new Hono()

app.get('/', (c) => c.text('Quotes'))
app.get('/healthz', (c) => c.json({ ok: true }))
app.use('/admin/*', bearerAuth({ token: process.env.ADMIN_TOKEN! }))

serve({ fetch: app.fetch, port: 3000 }, (info) => {
  console.log(`Listening on port ${info.port}`)
})
