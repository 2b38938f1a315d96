import { sql } from 'bun'
import page from './public/index.html'

const server = Bun.serve({
  port: Bun.env.PORT ?? 3000,
  routes: {
    '/': page,
    '/api/votes': {
      GET: async () => Response.json(await sql`select choice, count(*) from votes group by choice`),
      POST: async (request) => {
        const { choice } = await request.json()
        await sql`insert into votes (choice) values (${choice})`
        return new Response(null, { status: 201 })
      },
    },
    '/health': new Response('ok'),
  },
})

console.log(`Listening on ${server.url}; results are published at ${process.env.RESULTS_URL ?? 'nowhere'}`)
