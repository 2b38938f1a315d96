import { Hono } from 'hono'

const app = new Hono().get('/', (context) => context.text('hello from deno'))

Deno.serve({ port: 8000 }, app.fetch)
