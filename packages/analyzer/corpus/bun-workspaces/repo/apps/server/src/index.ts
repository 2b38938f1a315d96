import { Hono } from 'hono'
import { name } from '@stack/config'

const app = new Hono()
app.get('/', (c) => c.text(name))

Bun.serve({ port: process.env.PORT || 4100, fetch: app.fetch })
