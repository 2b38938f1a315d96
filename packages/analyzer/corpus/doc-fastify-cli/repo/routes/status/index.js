export default async function (fastify) {
  fastify.get('/', async () => ({ status: 'ok' }))
}
