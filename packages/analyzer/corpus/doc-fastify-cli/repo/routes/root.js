export default async function (fastify) {
  fastify.get('/', async () => ({ root: true }))
  fastify.get('/:slug', async (request, reply) => {
    const target = await fastify.redis.get(request.params.slug)
    return target === null ? reply.notFound() : reply.redirect(target)
  })
}
