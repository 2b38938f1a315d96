import { join } from 'node:path'
import AutoLoad from '@fastify/autoload'
import type { FastifyPluginAsync } from 'fastify'

const app: FastifyPluginAsync = async (fastify, options) => {
  void fastify.register(AutoLoad, { dir: join(__dirname, 'routes'), options })
}

export default app
