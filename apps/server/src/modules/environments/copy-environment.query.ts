/**
 * Reads what a new environment copies from another: services, variables that aren't secret, and the keys of secrets. A
 * sealed value belongs to the row that holds it, so someone must enter it again.
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { copiedVariables } from './copied-variables.query.ts'
import type { EnvironmentRequest } from './create-environment.action.ts'
import type { MissingVariable } from './missing-variables.schemas.ts'
import { listServices } from './services.repository.ts'
import { ServiceConfiguration } from './services.schemas.ts'

export type EnvironmentCopy = Pick<EnvironmentRequest, 'services'> & {
  variables: EnvironmentRequest['variables'][number][]
  missing: MissingVariable[]
}

export async function copyEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<EnvironmentCopy> {
  const services = await listServices(tx, organizationId, [environmentId])
  return {
    services: services.map(({ name, kind, configuration, owned_by_file: ownedByFile }) => ({
      name,
      kind,
      ...ServiceConfiguration.parse(configuration),
      ownedByFile,
    })),
    ...(await copiedVariables(tx, organizationId, { environmentId, services })),
  }
}
