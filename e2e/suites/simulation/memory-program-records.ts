/** In-memory rows of one-off programs. */

import { emptyCursor } from '../../../apps/server/src/modules/runtime-logs/index.ts'
import type {
  ProgramRecord,
  ProgramRecords,
} from '../../../apps/server/src/modules/workloads/programs/program-ports.context.ts'
import type { MemoryStore, MemoryTable } from '../../../apps/server/src/testing/simulation/memory-store.ts'

export interface MemoryProgram extends Omit<ProgramRecord, 'ranMs'> {
  readonly runId: string
  readonly begunAt: Date
}

export function memoryProgramRecords(
  store: MemoryStore,
  table: MemoryTable<MemoryProgram>,
  read: <T>(name: string, work: () => T) => Promise<T>,
): ProgramRecords {
  const keyOf = (run: { id: string }, container: string) => `${run.id} ${container}`
  return {
    list: (_organizationId, run) =>
      read('programs', () =>
        table
          .all()
          .filter((each) => each.runId === run.id)
          .map((each) => ({ ...each, ranMs: store.now().getTime() - each.begunAt.getTime() })),
      ),
    begin: ({ run, write }, program) =>
      write(async () => {
        const key = keyOf(run, program.container)
        if (table.get(key) !== undefined) return
        const row = { ...program, runId: run.id, begunAt: store.now(), cursor: emptyCursor, writes: 0, outcome: null }
        table.put(key, row)
      }),
    append: ({ run, write }, { container, writes, cursor }) =>
      write(async () => {
        const key = keyOf(run, container)
        const row = table.get(key)
        if (row !== undefined && row.writes <= writes) table.change(key, { writes: writes + 1, cursor })
      }),
    end: ({ run, write }, { container, outcome }) =>
      write(async () => table.change(keyOf(run, container), { outcome })),
  }
}
