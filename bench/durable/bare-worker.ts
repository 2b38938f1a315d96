/** The other side of the comparison: five empty `ctx.run` calls in a handler of Restate's own SDK, without our code. */
import { once } from 'node:events'
import { createServer } from 'node:http2'
import { createEndpointHandler, handlers, type ObjectContext, object } from '@restatedev/restate-sdk/node'

const identityKey = process.argv[2] ?? ''
let finished = 0

const bare = object({
  name: 'Bare',
  handlers: {
    run: handlers.object.exclusive({ journalRetention: 0 }, async (context: ObjectContext) => {
      for (let step = 1; step <= 5; step += 1) await context.run(`step-${step}`, () => undefined)
      finished += 1
    }),
  },
})
const server = createServer(
  createEndpointHandler({ services: [bare], identityKeys: [identityKey], logger: () => undefined }),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 })
process.on('message', () => process.send?.({ finished }))
