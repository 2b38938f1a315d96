import cors from '@fastify/cors'
import Fastify from 'fastify'
import pg from 'pg'
import { env } from './env.js'

const app = Fastify({ logger: { level: env.LOG_LEVEL } })
const pool = new pg.Pool({ connectionString: env.DATABASE_URL })

await app.register(cors)
app.get('/healthz', async () => ({ ok: true }))
app.post('/charge', async () => (await pool.query('select 1')).rows)

await app.listen({ port: env.PORT, host: '0.0.0.0' })
