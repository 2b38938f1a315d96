/** Opens all secrets that a container of an environment can know: those frozen in its release, and the current ones. */
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { findReleaseIdOf } from '../releases.repository.ts'
import type { WorkloadRecords } from '../workloads.context.ts'
import { openEnvironments } from './service-environment.remote.ts'

type Records = Pick<WorkloadRecords, 'desired' | 'release' | 'openVariables' | 'openCredentials'>

export async function openEnvironmentSecrets(
  { database, records }: { database: Database; records: Records },
  organizationId: OrganizationId,
  { environmentId, deploymentId }: { environmentId: Id<'env'>; deploymentId: Id<'dep'> | null },
): Promise<readonly Secret[]> {
  const desired = await records.desired(organizationId, environmentId)
  const services = desired.services.map((service) => ({ ...service, serviceId: service.id }))
  const now = await openEnvironments(records, organizationId, { services, variables: desired.variables })
  if (deploymentId === null) return now.secrets
  const releaseId = await database.tenant(organizationId, (tx) => findReleaseIdOf(tx, organizationId, deploymentId))
  if (releaseId === null) return now.secrets
  const release = await records.release(organizationId, releaseId)
  return [...now.secrets, ...(await openEnvironments(records, organizationId, release)).secrets]
}
