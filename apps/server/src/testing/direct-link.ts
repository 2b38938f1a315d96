/** Connects the API directly to the worker's real handlers, without the wire. */
import { Readable } from 'node:stream'
import type { OrganizationId } from '../platform/database/database.ts'
import type { LinkHandler } from '../platform/link/call.ts'
import type { LinkClient } from '../platform/link/link-client.ts'
import { createLog } from '../platform/log/log.ts'

export function directLink(handlers: readonly LinkHandler[]): Pick<LinkClient, 'call' | 'stream'> {
  const log = createLog({ level: 'error', process: 'test' })
  const ask = async (name: string, args: unknown, organizationId: OrganizationId | null) => {
    const begin = await handlers.find((handler) => handler.name === name)?.prepare(args)
    const signal = AbortSignal.timeout(60_000)
    return await begin?.({ organizationId, actorId: null, signal, body: Readable.from([]), log })
  }
  return {
    async call(definition, args, { organizationId = null }) {
      const reply = await ask(definition.name, definition.args.encode(args), organizationId)
      return definition.result.parse(reply?.head)
    },
    async stream(definition, args, { organizationId = null }) {
      const reply = await ask(definition.name, definition.args.encode(args), organizationId)
      return { head: definition.head.parse(reply?.head), body: Readable.from(reply?.data ?? []) }
    },
  }
}
