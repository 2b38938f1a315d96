/**
 * DNS rebinding: whatever the test's resolver returns, and whenever it changes, connections go only to the allowed
 * address. The other address listens, too.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAddressPolicy } from '@longshore/addresses'
import { createOutbound } from '../../../apps/server/src/testing/internals/outbound.ts'
import { Random } from '../../support/random.ts'
import type { Report } from '../../support/report.ts'

const allowedAddress = '127.0.0.1'
const forbidden = ['127.0.0.2', '::1', '::ffff:127.0.0.2', '127.0.0.3']
const rounds = 50

export async function proveNoRebinding(report: Report, seed: number): Promise<void> {
  const visits: (string | undefined)[] = []
  const server = createServer((request, response) => {
    visits.push(request.socket.localAddress)
    // Every connection resolves the name again.
    response.setHeader('connection', 'close')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const random = new Random(seed)
  let answered = 0
  for (let round = 0; round < rounds; round += 1) {
    const plan = Array.from({ length: 6 }, () => makeAnswer(random))
    let checks = 0
    using outbound = createOutbound({
      allow: parseAddressPolicy(`${allowedAddress}:${port}`),
      lookupAll: async () => (plan[checks++ % plan.length] ?? []).map((each) => ({ address: each })),
    })
    for (let turn = 0; turn < 4; turn += 1) {
      const url = `http://rebind-${round}.example:${port}/`
      const signal = AbortSignal.timeout(5_000)
      await outbound.request({ url, signal, scope: `rebinding ${round} ${turn}` }).then(
        () => {
          answered += 1
        },
        () => undefined,
      )
      await outbound.resolve(`rebind-${round}.example`, port, { isPlain: true }).then(
        (given) =>
          report.expect(
            given.every((each) => each === allowedAddress),
            `git was given ${given.join(' ')}`,
          ),
        () => undefined,
      )
    }
  }
  server.closeAllConnections()
  server.close()
  const strayed = visits.filter((local) => local !== `::ffff:${allowedAddress}`)
  report.expect(
    strayed.length === 0,
    `${strayed.length} connections went to an address that is not allowed: ${strayed[0]}`,
  )
  report.expect(answered > rounds, `only ${answered} requests were answered at all: the test proves little`)
  report.figure('rebinding_rounds', rounds)
  report.figure('rebinding_connections', strayed.length)
}

function makeAnswer(random: Random): string[] {
  const list = Array.from({ length: 1 + random.below(3) }, () => random.pick([allowedAddress, ...forbidden]))
  return random.chance(0.3) ? [allowedAddress] : list
}
