/** The worker's real handlers without the wire between. */
import { Readable } from 'node:stream'
import type { LinkHandler } from '../platform/link/call.ts'
import type { LinkClient } from '../platform/link/link-client.ts'
import { createLog } from '../platform/log/log.ts'

export function directLink(handlers: readonly LinkHandler[]): Pick<LinkClient, 'call'> {
  const log = createLog({ level: 'error', process: 'test' })
  return {
    async call(definition, args, { organizationId = null }) {
      const handler = handlers.find(({ name }) => name === definition.name)
      const begin = await handler?.prepare(definition.args.encode(args))
      const signal = AbortSignal.timeout(60_000)
      const reply = await begin?.({ organizationId, actorId: null, signal, body: Readable.from([]), log })
      return definition.result.parse(reply?.head)
    },
  }
}
