import express from 'express'
import Redis from 'ioredis'

const redis = new Redis(process.env.REDIS_URL || 'redis://localhost:6379')
const app = express()
app.get('/api/ping', async (req, res) => res.send(await redis.ping()))
app.listen(process.env.PORT ?? 3100)
