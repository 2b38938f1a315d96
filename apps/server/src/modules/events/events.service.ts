/** Stream tickets. The platform implements the streams themselves. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { createTicket } from '../../platform/events/stream-tickets.ts'
import type { StreamTicket } from './events.schemas.ts'

export interface EventsService {
  createTicket(actor: Actor, path: string): Promise<StreamTicket>
}

export function createEventsService({ database }: { database: Database }): EventsService {
  return {
    async createTicket(actor, path) {
      const { organizationId, userId } = actor
      const by =
        actor.tokenId === null
          ? ({ actorKind: 'session', actorId: actor.sessionId ?? '' } as const)
          : ({ actorKind: 'token', actorId: actor.tokenId } as const)
      const created = await database.tenant(organizationId, (tx) =>
        createTicket(tx, { organizationId, userId, path, ...by }),
      )
      return { ...created, url: `${path}${path.includes('?') ? '&' : '?'}ticket=${created.ticket}` }
    },
  }
}
