/** A container whose log is kept, and whose it is. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'

export interface ContainerOwner {
  environmentId: Id<'env'>
  deploymentId: Id<'dep'> | null
  service: string
}

export interface FollowedContainer extends ContainerOwner {
  /** Docker's. */
  id: string
}

/** What the collector is given: who made the containers knows their labels and secrets. */
export interface Containers {
  readonly instance: string
  /** Undefined: nothing whose log is kept. */
  ownerOf(labels: Readonly<Record<string, string>>): ContainerOwner | undefined
  /** Everything that must not be shown of it. */
  secretsOf(organizationId: OrganizationId, owner: ContainerOwner): Promise<readonly Secret[]>
  /** Some of them ended on this server. */
  onEnd(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void>
}

export function shortId(id: string): string {
  return id.slice(0, 12)
}
