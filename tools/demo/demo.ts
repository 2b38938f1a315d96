/** Shared state of the demo: the running instance, the signed-in user, and what exists so far. */
import type { DeploymentError } from '../../apps/server/src/modules/deployments/deployments.schemas.ts'
import type { Diagnosis } from '../../apps/server/src/modules/deployments/diagnosis.schemas.ts'
import type { ServiceKind } from '../../apps/server/src/modules/environments/service-kinds.schemas.ts'
import type { SqlClient } from '../../apps/server/src/testing/sql-client.ts'
import type { SignedIn } from '../../e2e/support/client.ts'
import type { Instance } from '../../e2e/support/instance.ts'
import type { DemoEnvironment, DemoProject } from './catalog.ts'

export interface Base {
  readonly instance: Instance
  readonly owner: SignedIn
  /** User ids by name; ids have the database's format, like all below. */
  readonly userIds: ReadonlyMap<string, string>
  readonly organizationId: string
  readonly db: SqlClient
  readonly now: Date
}

export interface PlacedService {
  readonly id: string
  readonly name: string
  readonly kind: ServiceKind
  readonly configuration: Record<string, unknown>
}

export interface PlacedEnvironment extends DemoEnvironment {
  readonly id: string
  readonly serverId: string
  readonly project: DemoProject
  readonly services: readonly PlacedService[]
  readonly variables: readonly { readonly id: string; readonly key: string }[]
}

export interface Failure {
  readonly error: DeploymentError
  readonly diagnosis: Diagnosis | null
}

export interface PastDeployment {
  readonly id: string
  readonly number: number
  readonly status: 'live' | 'retired' | 'failed'
  readonly startedAt: Date
  readonly seconds: number
  readonly commit: { sha: string; message: string; author: string; committedAt: string } | null
  readonly failure: Failure | null
}

export interface Demo extends Base {
  readonly serverIds: ReadonlyMap<string, string>
  readonly environments: readonly PlacedEnvironment[]
  /** The failed deployment in the screenshots. */
  readonly failedDeploymentId: string
}

export function productionOf({ environments }: Pick<Demo, 'environments'>, slug: string): PlacedEnvironment {
  const found = environments.find(({ project, name }) => project.slug === slug && name === 'production')
  if (found === undefined) throw new Error(`${slug} has no production environment`)
  return found
}
