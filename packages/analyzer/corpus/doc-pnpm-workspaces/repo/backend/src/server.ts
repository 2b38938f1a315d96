import type { Crop } from '@harvest/types'
import Fastify from 'fastify'
import { publish } from './queue.js'

const fastify = Fastify({ logger: true })

fastify.get('/health', async () => ({ ok: true }))
fastify.get('/crops', async (): Promise<Crop[]> => [])
fastify.post('/crops', async (request) => await publish(request.body))

await fastify.listen({ port: Number(process.env.PORT ?? 3100), host: '0.0.0.0' })
