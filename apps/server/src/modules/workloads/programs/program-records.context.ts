/** Stores program records in PostgreSQL. */
import type { Database } from '../../../platform/database/database.ts'
import { appendRunEvents } from '../../../platform/events/publish.ts'
import { brandId } from '../../../platform/ids/brand.ts'
import { toLogEvent } from '../deploy-log.stream.ts'
import type { ProgramRecords } from './program-ports.context.ts'
import { advanceProgram, beginProgram, endProgram, listPrograms } from './programs.repository.ts'
import { ProgramOutcome } from './programs.schemas.ts'

export function createProgramRecords(database: Database): ProgramRecords {
  return {
    async list(organizationId, run) {
      const rows = await database.tenant(organizationId, (tx) => listPrograms(tx, organizationId, run.id))
      return rows.map(({ serverId, deploymentId, outcome, ...row }) => ({
        ...row,
        serverId: brandId<'srv'>(serverId),
        deploymentId: brandId<'dep'>(deploymentId),
        outcome: outcome === null ? null : ProgramOutcome.parse(outcome),
      }))
    },
    begin: ({ run, write }, program) =>
      write((tx) => beginProgram(tx, run.organizationId, { ...program, runId: run.id })),
    append: ({ run, write }, { container, step, writes, cursor, chunks }) =>
      write(async (tx) => {
        const organizationId = run.organizationId
        const isNew = await advanceProgram(tx, organizationId, { runId: run.id, container, writes, cursor })
        if (!isNew || chunks.length === 0) return
        const at = new Date().toISOString()
        const events = chunks.map((chunk) => toLogEvent({ step, ...chunk, at }))
        await appendRunEvents(tx, { runId: run.id, organizationId, events })
      }),
    end: ({ run, write }, end) => write((tx) => endProgram(tx, run.organizationId, { ...end, runId: run.id })),
  }
}
