import { Hono } from 'hono'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: Deno.env.get('DATABASE_URL') })
const app = new Hono()
app.get('/healthz', (c) => c.text('ok'))
app.get('/', async (c) => c.json((await pool.query('select now()')).rows))

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 9000) }, app.fetch)
