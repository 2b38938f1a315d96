/** Ports that protect data during a deployment: a backup before an upgrade, and the move to another server. */
import type { OrganizationId } from '../../platform/database/database.ts'
import type { StepContext } from '../../platform/durable/workflow.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { EnvironmentSubject } from '../environments/index.ts'

interface MovePlace {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly toServerId: Id<'srv'>
}

export interface MoveData {
  /**
   * When it returns, all data is on the new server and was compared with the old one. A retry continues with the rest.
   */
  copy(
    move: MovePlace & {
      readonly fromServerId: Id<'srv'>
      readonly data: readonly MovedData[]
      readonly context: Pick<StepContext<EnvironmentSubject>, 'run' | 'write' | 'signal'>
      writeLine(line: string): Promise<void>
    },
  ): Promise<void>
  /** Removes what this deployment moved to the new server, with the containers that use it. */
  discard(
    move: MovePlace & { readonly context: Pick<StepContext<EnvironmentSubject>, 'run' | 'signal'> },
  ): Promise<void>
}

/** `heldBy` is the run that waits for it. */
export type BackUpFirst = (
  database: {
    organizationId: OrganizationId
    environmentId: Id<'env'>
    serviceId: Id<'svc'>
    name: string
    heldBy: Id<'run'>
  },
  signal: AbortSignal,
) => Promise<void>

/** Data to move: a database, or one volume of an app. */
export type MovedData = { readonly serviceId: Id<'svc'>; readonly service: string } & (
  | { readonly kind: 'database'; readonly volume: null; readonly reference: string }
  | { readonly kind: 'volume'; readonly volume: string }
)
