/** Checks a compose file before a project exists. The worker reads it, in the same sandbox as repositories. */
import { reportSchema } from '@longshore/analyzer/report'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { maxReportBytes } from './calls/analyze-repo.definition.ts'
import { readCompose } from './calls/compose-file.definition.ts'
import type { ComposePlan } from './check-compose.schemas.ts'
import { countComposeCheck } from './count-compose-check.action.ts'
import { planCompose } from './plan-compose.mapper.ts'
import { readReports } from './report.stream.ts'

export interface CheckComposeService {
  check(actor: Actor, compose: string): Promise<ComposePlan>
}

const respondWithinMs = 30_000

export function createCheckComposeService({
  database,
  link,
}: {
  database: Database
  link: Pick<LinkClient, 'stream'>
}): CheckComposeService {
  return {
    async check(actor, compose) {
      await countComposeCheck(database, actor)
      const { organizationId, userId: actorId } = actor
      const args = { compose: new Secret(compose) }
      const call = { organizationId, actorId, deadlineMs: respondWithinMs }
      const { body } = await link.stream(readCompose, args, call)
      return planCompose(await readReports(body, { schema: reportSchema, maxBytes: maxReportBytes }))
    },
  }
}
