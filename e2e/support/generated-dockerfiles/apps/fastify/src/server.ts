import fastify from 'fastify'

const app = fastify()
app.get('/', async () => 'hello from fastify')
app.get('/health', async () => ({ ok: true }))

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '0.0.0.0' })
process.on('SIGTERM', () => void app.close())
