/** Rejects a deployment whose variables refer to something that doesn't exist, before anything starts. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { describeReferenceFault, referenceFaults } from '../../environments/index.ts'
import { isAppKind } from '../../environments/service-kinds.schemas.ts'
import { openEnvironments, type WorkloadRecords } from '../../workloads/worker.ts'
import type { DeploymentPlan } from '../deployment-plan.schemas.ts'

type Records = Pick<WorkloadRecords, 'openVariables' | 'openCredentials'>

const maxNamed = 5

export async function requireReferences(
  records: Records,
  organizationId: OrganizationId,
  plan: Pick<DeploymentPlan, 'services' | 'variables' | 'hostnames' | 'urls'>,
): Promise<void> {
  const ids = plan.variables.map(({ id }) => brandId<'var'>(id))
  const opened = [...(await records.openVariables(organizationId, ids)).values()]
  if (opened.every(({ expand }) => expand !== true)) return
  const { inputs } = await openEnvironments(records, organizationId, plan)
  const texts = plan.services
    .filter(({ kind }) => isAppKind(kind))
    .flatMap(({ name, configuration: { port } }) =>
      referenceFaults({ name, port }, inputs).map((fault) => describeReferenceFault(fault, name)),
    )
  if (texts.length === 0) return
  const named = texts.slice(0, maxNamed).join(' ')
  const more = texts.length > maxNamed ? ` ${texts.length - maxNamed} more.` : ''
  throw new PermanentError('unresolved_reference', `${named}${more}`)
}
