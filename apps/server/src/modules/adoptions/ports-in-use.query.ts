/** Checks whether the proxy of a server serves other environments, so that its ports can't be given back. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { listEnvironmentStates, listEnvironmentsLiveOn } from '../environments/index.ts'
import { adoptionProblems } from './adoptions.problems.ts'
import type { AdoptionRow } from './adoptions.repository.ts'

export async function requirePortsFree(
  tx: Tx,
  organizationId: OrganizationId,
  { server_id: serverId, environment_id: environmentId }: Pick<AdoptionRow, 'server_id' | 'environment_id'>,
): Promise<void> {
  const live = await listEnvironmentsLiveOn(tx, organizationId, serverId)
  const others = await listEnvironmentStates(
    tx,
    organizationId,
    live.filter((id) => id !== environmentId),
  )
  const running = others.find(({ stoppedAt }) => stoppedAt === null)
  if (running !== undefined)
    throw new AppError(adoptionProblems.adoption_ports_needed, `The environment "${running.name}" runs on this server.`)
}
