/** Commands in a container of their own, from the request to the worker and back. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import { requireEnvironment } from '../environments/index.ts'
import { checkCommand, runCommand } from './calls/run-command.definition.ts'
import type { CommandEvent, RunCommand } from './commands.schemas.ts'

export interface CommandsService {
  /** Resolves when the stream may begin; the audit entry is there by then. `signal` ends the command, also on the server. */
  run(
    actor: Actor,
    environmentId: Id<'env'>,
    command: { body: RunCommand; signal: AbortSignal },
  ): Promise<AsyncIterable<CommandEvent>>
}

/** To make the container and to remove it. */
const moreMs = 90_000
const shownLength = 500

export function createCommandsService({
  database,
  link,
}: {
  database: Database
  link: Pick<LinkClient, 'call' | 'events'>
}): CommandsService {
  return {
    async run(actor, environmentId, { body, signal }) {
      const { organizationId, userId } = actor
      const { service, timeoutSeconds } = body
      await database.tenant(organizationId, (tx) => requireEnvironment(tx, organizationId, environmentId))
      const command = new Secret(JSON.stringify(body.command))
      const subject = { environmentId, service, command }
      const call = { organizationId, actorId: userId, signal }
      const { masked } = await link.call(checkCommand, subject, call)
      const id = newId('cmd')
      await database.tenant(organizationId, (tx) =>
        recordAudit(tx, actor, {
          action: 'environment.command_run',
          targetKind: 'environment',
          targetId: environmentId,
          detail: { service, command: masked.map((word) => word.slice(0, shownLength)) },
        }),
      )
      const deadlineMs = timeoutSeconds * 1_000 + moreMs
      return link.events(runCommand, { ...subject, id, timeoutSeconds }, { ...call, deadlineMs })
    },
  }
}
