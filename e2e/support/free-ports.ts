/** Free ports below the ephemeral range, so that outgoing connections don't take them. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const lowest = 12_000
const highest = 32_000
const maxTries = 200

export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  for (let tried = 0; found.size < count; tried += 1) {
    if (tried === maxTries) throw new Error('no free ports')
    const port = randomInt(lowest, highest)
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return await promise
}
