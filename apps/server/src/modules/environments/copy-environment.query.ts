/** Reads what a new environment copies from another: services, and variables that aren't secret. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { copiedVariables } from './copied-variables.query.ts'
import type { EnvironmentRequest } from './create-environment.action.ts'
import { listServices } from './services.repository.ts'
import { ServiceConfiguration } from './services.schemas.ts'

export type EnvironmentCopy = Pick<EnvironmentRequest, 'services'> & {
  variables: EnvironmentRequest['variables'][number][]
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
    variables: await copiedVariables(tx, organizationId, { environmentId, services }),
  }
}
