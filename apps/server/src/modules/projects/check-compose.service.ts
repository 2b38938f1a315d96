/** Checks a compose file before a project exists. The worker reads it, in the same sandbox as repositories. */
import { type Report, reportSchema } from '@longshore/analyzer/report'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { maxReportBytes } from './calls/analyze-repo.definition.ts'
import { readCompose } from './calls/compose-file.definition.ts'
import type { CheckCompose, ComposePlan } from './check-compose.schemas.ts'
import { countComposeCheck } from './count-compose-check.action.ts'
import { planCompose } from './plan-compose.mapper.ts'
import { readReports } from './report.stream.ts'

export interface CheckComposeService {
  check(actor: Actor, body: CheckCompose): Promise<ComposePlan>
}

const respondWithinMs = 30_000

export function createCheckComposeService({
  database,
  link,
}: {
  database: Database
  link: Pick<LinkClient, 'stream'>
}): CheckComposeService {
  const read = createComposeReader(link)
  return {
    async check(actor, body) {
      await countComposeCheck(database, actor)
      return planCompose(await read(actor, body))
    },
  }
}

export type ReadComposeText = (actor: Actor, file: CheckCompose) => Promise<Report>

/** Returns what the worker's sandbox reads in compose text. Callers limit how often. */
export function createComposeReader(link: Pick<LinkClient, 'stream'>): ReadComposeText {
  return async ({ organizationId, userId: actorId }, { compose, composeProfiles = [] }) => {
    const args = { compose: new Secret(compose), composeProfiles }
    const { body } = await link.stream(readCompose, args, { organizationId, actorId, deadlineMs: respondWithinMs })
    return await readReports(body, { schema: reportSchema, maxBytes: maxReportBytes })
  }
}
