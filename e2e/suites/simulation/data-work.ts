/**
 * Backups and restores with regard to how they wait for each other: the real kinds, keys and locks, with steps that
 * only take time. A restore has the environment exclusively and waits for its own backup.
 */
import { z } from 'zod'
import {
  type BackupSubject,
  backUp,
  environmentLock,
  locksOfBackup,
} from '../../../apps/server/src/modules/backups/archives/backups.references.ts'
import {
  type RestoreInput,
  restoreBackup,
} from '../../../apps/server/src/modules/backups/restores/restores.references.ts'
import type { Timers } from '../../../apps/server/src/platform/clock/timers.ts'
import type { OrganizationId } from '../../../apps/server/src/platform/database/database.ts'
import { PermanentError } from '../../../apps/server/src/platform/durable/permanent-error.ts'
import { subjectKey } from '../../../apps/server/src/platform/durable/runs.ts'
import {
  type AnyWorkflow,
  type Step,
  type StepContext,
  step,
  workflow,
} from '../../../apps/server/src/platform/durable/workflow.ts'
import type { RunId } from '../../../apps/server/src/platform/durable/workflow-ref.ts'
import { brandId, type Id } from '../../../apps/server/src/platform/ids/brand.ts'
import { requestLock } from '../../../apps/server/src/testing/simulation/memory-holds.ts'
import type { MemoryRuns } from '../../../apps/server/src/testing/simulation/memory-runs.ts'
import { MemoryTable } from '../../../apps/server/src/testing/simulation/memory-store.ts'
import { type MemoryRows, uuid } from './memory-records.ts'
import type { SeededDefect } from './seeded-defects.ts'

const Nothing = z.object({})

export interface DataPlace {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly serviceId: Id<'svc'>
}

export class DataWork {
  readonly #runs: MemoryRuns
  readonly #rows: MemoryRows
  readonly #defect: SeededDefect | null
  /** The safety backup of each restore. */
  readonly #safeties: MemoryTable<{ readonly backupId: RunId }>
  #started = 0

  constructor(runs: MemoryRuns, rows: MemoryRows, defect: SeededDefect | null) {
    this.#runs = runs
    this.#rows = rows
    this.#defect = defect
    this.#safeties = new MemoryTable(runs.store)
  }

  /** A scheduled backup waits in the queue. */
  async backUp(place: DataPlace): Promise<RunId> {
    return await this.#runs.store.transaction(() => this.#startBackup(place, null))
  }

  /** A manual backup is refused while another run changes the environment or has its lock. */
  async restore(place: DataPlace): Promise<RunId | undefined> {
    const { environmentId, organizationId } = place
    return await this.#runs.store.transaction(() => {
      const lock = environmentLock(environmentId, 'exclusive')
      const ahead = this.#runs.unfinished(subjectKey(restoreBackup, environmentId))
      const liveId: string | null = this.#rows.standings.get(environmentId)?.liveId ?? null
      const isBusy = ahead.some((run) => run.kind !== 'tidy-environment' && run.id !== liveId)
      if (isBusy || this.#runs.locks.all().some((hold) => hold.resource === lock.resource)) return undefined
      const id = this.#nextId()
      const input = { environmentId, hasSafetyBackup: true }
      this.#runs.start(id, { workflow: restoreBackup, key: environmentId, input, organizationId })
      requestLock(this.#runs, lock, { id, organizationId })
      return id
    })
  }

  workflows(timers: Timers): AnyWorkflow[] {
    const backup = workflow<BackupSubject>(
      backUp,
      [this.#pausing('prepare', 500, timers), this.#pausing('dump', 40_000, timers)],
      {
        locks: locksOfBackup,
      },
    )
    const steps: Step<RestoreInput, unknown>[] = [
      this.#pausing('validate', 3_000, timers),
      this.#snapshot(timers),
      this.#pausing('fill', 30_000, timers),
      { ...this.#pausing<RestoreInput>('switch', 2_000, timers), cancellable: false },
    ]
    const restore = workflow<RestoreInput>(restoreBackup, steps, {
      locks: ({ environmentId }) => [environmentLock(environmentId, 'exclusive')],
    })
    return [backup, restore]
  }

  #snapshot(timers: Timers): Step<RestoreInput, unknown> {
    return step<RestoreInput, unknown>({
      name: 'snapshot',
      output: Nothing,
      deadlineMs: 12 * 3_600_000,
      run: async (context) => {
        const backupId = this.#safeties.get(context.run.id)?.backupId ?? (await this.#startSafety(context))
        for (;;) {
          const { status, finished_at: finishedAt } = this.#runs.runs.get(backupId) ?? {
            status: 'failed',
            finished_at: 0,
          }
          if (status === 'succeeded') return {}
          if (finishedAt !== null) throw new PermanentError('safety_backup_failed', 'The backup was ended.')
          await timers.wait(500, context.signal)
        }
      },
    })
  }

  async #startSafety({ run, write }: StepContext<RestoreInput>): Promise<RunId> {
    const { organizationId } = run
    if (organizationId === null) throw new Error('a restore belongs to an organization')
    const environmentId = brandId<'env'>(run.input.environmentId)
    return await write(async () => {
      const backupId = this.#startBackup({ organizationId, environmentId, serviceId: serviceOf(environmentId) }, run.id)
      this.#safeties.put(run.id, { backupId })
      return backupId
    })
  }

  #startBackup({ organizationId, environmentId, serviceId }: DataPlace, heldBy: RunId | null): RunId {
    const id = this.#nextId()
    const isInLine = heldBy === null || this.#defect === 'held-in-line'
    const input = { environmentId, serviceId, isHeld: heldBy !== null }
    this.#runs.start(id, { workflow: backUp, key: isInLine ? serviceId : id, input, organizationId, heldBy })
    return id
  }

  #nextId(): RunId {
    this.#started += 1
    return brandId<'run'>(uuid(0x5000_0000 + this.#started))
  }

  #pausing<Input>(name: string, mostMs: number, timers: Timers): Step<Input, unknown> {
    return step<Input, unknown>({
      name,
      output: Nothing,
      deadlineMs: 600_000,
      async run({ signal }) {
        await timers.wait(mostMs * timers.random(), signal)
        return {}
      },
      async undo({ signal }) {
        await timers.wait(100, signal)
      },
    })
  }
}

/** The run that has the data. */
export function serviceOf(environmentId: Id<'env'>): Id<'svc'> {
  return brandId<'svc'>(environmentId.replace(/^01900000/, '01900001'))
}
