/** Makes one call over the private link and tries one TCP connection; run in a network namespace without interfaces. */
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { createLinkClient } from '../platform/link/link-client.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import { Secret } from '../platform/secrets/secret.ts'
import { echo } from './link-calls.ts'

const settings: { socketPath: string; key: string; recipient: string } = JSON.parse(await text(process.stdin))
using link = createLinkClient({
  connect: { socketPath: settings.socketPath },
  key: new Secret(Buffer.from(settings.key, 'base64')),
  sealer: createSealer(settings.recipient),
})
const { text: answer } = await link.call(echo, { text: 'from nowhere' }, { organizationId: null })
const interfaces = Object.keys(networkInterfaces())
process.stdout.write(JSON.stringify({ interfaces, tcp: await tryTcp(), answer }))

async function tryTcp(): Promise<'connected' | 'refused'> {
  return await new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: 9, timeout: 1_000 })
    socket.once('connect', () => resolve('connected'))
    socket.once('timeout', () => resolve('refused'))
    socket.once('error', () => resolve('refused'))
  })
}
