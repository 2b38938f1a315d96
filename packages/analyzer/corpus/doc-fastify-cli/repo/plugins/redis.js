import redis from '@fastify/redis'
import fp from 'fastify-plugin'

export default fp(async (fastify) => {
  fastify.register(redis, { url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' })
})
