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
  /** Whether the previous server is lost, so that nothing of it can be used: neither data nor images. */
  isRecovery(place: Pick<MovePlace, 'organizationId' | 'environmentId'>): Promise<boolean>
  /**
   * When it returns, the data of the chosen backups is on the new server and was compared with what the backups claim. A
   * retry continues with the rest.
   */
  restore(
    move: MovePlace & {
      readonly data: readonly MovedData[]
      readonly context: Pick<StepContext<EnvironmentSubject>, 'run' | 'write' | 'signal'>
      writeLine(line: string): Promise<void>
    },
  ): Promise<void>
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

/**
 * `heldBy` is the run that waits for it. `isFresh` accepts only a backup that this run started; otherwise a recent one
 * counts, too.
 */
export type BackUpFirst = (
  database: {
    organizationId: OrganizationId
    environmentId: Id<'env'>
    serviceId: Id<'svc'>
    name: string
    heldBy: Id<'run'>
    isFresh?: boolean
  },
  signal: AbortSignal,
) => Promise<{ backupId: Id<'bkp'>; startedAt: Date }>

/** Data to move: a database, or one volume of an app. */
export type MovedData = { readonly serviceId: Id<'svc'>; readonly service: string } & (
  | { readonly kind: 'database'; readonly volume: null; readonly reference: string }
  | { readonly kind: 'volume'; readonly volume: string }
)

interface AdoptPlace {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly serverId: Id<'srv'>
}
type AdoptContext = Pick<StepContext<EnvironmentSubject>, 'run' | 'write' | 'signal' | 'fence'>

/** Takes over containers that Longshore didn't create, when their new environment is deployed for the first time. */
export interface AdoptStack {
  /**
   * When it returns true, the old containers are stopped, and their data was copied and compared. Returns false for an
   * environment that takes nothing over. A retry continues with the rest.
   */
  take(place: AdoptPlace & { readonly context: AdoptContext; writeLine(line: string): Promise<void> }): Promise<boolean>
  /** Throws if a new service fails where the old one responded. Returns texts about other differences. */
  compare(
    place: AdoptPlace & {
      readonly context: AdoptContext
      readonly services: readonly { readonly name: string; readonly address: string; readonly port: number }[]
    },
  ): Promise<readonly string[]>
  /** Starts the old containers again as they were, and removes the copies. Does nothing if nothing was taken. */
  giveBack(
    place: AdoptPlace & {
      readonly context: Pick<StepContext<EnvironmentSubject>, 'run' | 'record' | 'signal' | 'fence'>
    },
  ): Promise<void>
}
