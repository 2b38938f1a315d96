import type { Database } from '../../../platform/database/database.ts'
import { upsertSchedule } from '../../../platform/durable/schedules.ts'
import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import type { DataRuntimes } from '../../workloads/worker.ts'
import { createExpireMoves, createSettleMove, expireMoves } from './workflow/settle-move.workflow.ts'

export { createMoveData } from './move-data.remote.ts'

export function createMoveWorkflows(tools: { database: Database; runtimes: DataRuntimes }): AnyWorkflow[] {
  return [createSettleMove(tools), createExpireMoves(tools)]
}

export async function scheduleMoveExpiry(database: Database): Promise<void> {
  const every = { workflow: expireMoves, key: 'instance', input: {}, organizationId: null } as const
  await database.system((tx) =>
    upsertSchedule(tx, { ...every, cron: '*/10 * * * *', timezone: 'UTC', missed: 'run_once' }),
  )
}
