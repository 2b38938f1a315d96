/** Shared by all parts of a rehearsal: its dependencies, what was asked for, and why there can be none. */
import type { RehearsalSkip } from '../../deployments/rehearsals/rehearsal.schemas.ts'
import type { Rehearse } from '../../deployments/worker.ts'
import type { EngineImage, LiveDatabase } from '../../workloads/worker.ts'
import type { OpenedBackup } from '../archives/open-backup.remote.ts'
import type { RestoreTools } from '../restores/workflow/restore.context.ts'

export type RehearsalTools = Pick<
  RestoreTools,
  'database' | 'runtimes' | 'databases' | 'backups' | 'clock' | 'diskReserveBytes'
>

export type WantedRehearsal = Parameters<Rehearse['run']>[0]

export interface ChosenDatabase {
  readonly database: LiveDatabase
  readonly engine: EngineImage
  readonly hostnames: readonly string[]
  readonly memoryBytes: number
  /** Null for a database that starts empty. */
  readonly backup: ChosenBackup | null
}

export type ChosenBackup = OpenedBackup & { readonly startedAt: Date }

/** There is no rehearsal, and that isn't a failure. */
export class SkipError extends Error {
  readonly skip: RehearsalSkip

  constructor(skip: RehearsalSkip) {
    super(skip.detail)
    this.skip = skip
  }
}
