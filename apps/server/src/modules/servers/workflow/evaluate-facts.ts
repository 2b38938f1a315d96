/** Facts as the server just gave them, judged. */
import { isTooOld, oldestDocker } from '@longshore/remote/docker'
import type { GatheredFacts } from '@longshore/remote/facts'
import { evaluateFitness } from '../server-fitness.policy.ts'
import type { ServerRow } from '../servers.repository.ts'
import type { ServerFacts, ServerProblem } from '../servers.schemas.ts'

export function evaluateFacts(row: ServerRow, { facts, dockerError }: GatheredFacts): ServerProblem | null {
  const { diskBytes, diskFreeBytes } = facts.resources
  const { sudo, clockSkewMs } = facts.os
  const neededDocker = neededDockerOf(facts.docker)
  const condition = { docker: facts.docker, neededDocker, dockerError, diskBytes, diskFreeBytes, clockSkewMs, sudo }
  return evaluateFitness({ ...condition, username: row.username }, row.problem?.code ?? null)
}

/** Null: it is new enough, or its version means nothing. */
export function neededDockerOf(docker: ServerFacts['docker']): string | null {
  return docker !== null && isTooOld(docker.version) === true ? oldestDocker : null
}
