import { Hono } from 'hono'

const app = new Hono().get('/', (context) => context.text('hello from bun'))

export default { port: 3000, fetch: app.fetch }
