/** Evaluates the facts that the server just reported. */
import { isTooOld, oldestDocker } from '@longshore/remote/docker'
import type { GatheredFacts } from '@longshore/remote/facts'
import { evaluateFitness } from './server-fitness.policy.ts'
import type { ServerRow } from './servers.repository.ts'
import type { ServerFacts, ServerProblem } from './servers.schemas.ts'

export function evaluateFacts(row: ServerRow, { facts, dockerError }: GatheredFacts): ServerProblem | null {
  const { diskBytes, diskFreeBytes } = facts.resources
  const { sudo, clockSkewMs } = facts.os
  const neededDocker = neededDockerOf(facts.docker)
  const condition = { docker: facts.docker, neededDocker, dockerError, diskBytes, diskFreeBytes, clockSkewMs, sudo }
  return evaluateFitness({ ...condition, username: row.username }, row.problem?.code ?? null)
}

/** Returns null if it is recent enough, or if its version can't be parsed. */
export function neededDockerOf(docker: ServerFacts['docker']): string | null {
  return docker !== null && isTooOld(docker.version) === true ? oldestDocker : null
}
