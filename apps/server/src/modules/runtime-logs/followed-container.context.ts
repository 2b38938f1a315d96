/** A container whose log is collected, and its owner. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Secret } from '../../platform/secrets/secret.ts'

export interface ContainerOwner {
  environmentId: Id<'env'>
  deploymentId: Id<'dep'> | null
  service: string
}

export interface FollowedContainer extends ContainerOwner {
  /** Docker's container id. */
  id: string
}

/** Dependencies of the collector: the code that created the containers knows their labels and secrets. */
export interface Containers {
  readonly instance: string
  /** Returns undefined if its log isn't collected. */
  ownerOf(labels: Readonly<Record<string, string>>): ContainerOwner | undefined
  /** Returns everything that must be redacted. */
  secretsOf(organizationId: OrganizationId, owner: ContainerOwner): Promise<readonly Secret[]>
  /** Called when some of them ended on this server. */
  onEnd(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void>
}

export function shortId(id: string): string {
  return id.slice(0, 12)
}
