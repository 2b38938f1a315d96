/** Facts as the server just gave them, judged. */
import type { GatheredFacts } from '@longshore/remote/facts'
import { judgeFitness } from '../server-fitness.policy.ts'
import type { ServerRow } from '../servers.repository.ts'
import type { ServerProblem } from '../servers.schemas.ts'

export function judgeFacts(row: ServerRow, { facts, dockerError }: GatheredFacts): ServerProblem | null {
  const { diskBytes, diskFreeBytes } = facts.resources
  const { sudo, clockSkewMs } = facts.os
  const condition = { docker: facts.docker, dockerError, diskBytes, diskFreeBytes, clockSkewMs, sudo }
  return judgeFitness({ ...condition, username: row.username }, row.problem?.code ?? null)
}
