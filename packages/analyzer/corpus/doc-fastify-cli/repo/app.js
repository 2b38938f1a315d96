import path from 'node:path'
import AutoLoad from '@fastify/autoload'

export const options = {}

export default async function app(fastify, opts) {
  fastify.register(AutoLoad, { dir: path.join(import.meta.dirname, 'plugins'), options: { ...opts } })
  fastify.register(AutoLoad, { dir: path.join(import.meta.dirname, 'routes'), options: { ...opts } })
}
