/**
 * Checks every hour, on instances with backups, whether the last one is too old. It notifies operators, not tenants.
 */
import { z } from 'zod'
import type { Clock } from '../../../../platform/clock/clock.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { publishNotice } from '../../../notices/index.ts'
import { listOperatorOrganizations, type OperatorSettings } from '../../operators.query.ts'
import { findFirstUse } from '../../operators.system-repository.ts'
import { toBackupState } from '../instance-backup.mapper.ts'
import { checkInstanceBackup, type InstanceBackupInput as Input } from '../instance-backup.references.ts'
import { findLastSuccess, listInstanceBackups } from '../instance-backups.system-repository.ts'
import { evaluateMissing } from '../missing-backup.policy.ts'

const Notified = z.object({ told: z.number() })

export interface CheckInstanceBackupOptions {
  database: Database
  clock: Pick<Clock, 'now'>
  operators: OperatorSettings
}

export function createCheckInstanceBackup(options: CheckInstanceBackupOptions): Workflow<Input> {
  const check = step<Input, z.output<typeof Notified>>({
    name: 'look',
    output: Notified,
    deadlineMs: 60_000,
    retriesDeadline: true,
    run: () => notifyIfMissing(options),
  })
  return workflow(checkInstanceBackup, [check])
}

async function notifyIfMissing({ database, clock, operators }: CheckInstanceBackupOptions): Promise<{ told: number }> {
  const db = database.systemDb
  const since = await findFirstUse(db)
  if (since === null) return { told: 0 }
  const lastSucceededAt = await findLastSuccess(db)
  const [row] = await listInstanceBackups(db, 1)
  const state = toBackupState({ isScheduled: true, lastSucceededAt, last: row })
  const missed = evaluateMissing(
    { since, lastSucceededAt, problem: state?.last?.problem ?? null },
    clock.now().getTime(),
  )
  if (missed === null) return { told: 0 }
  const { detail, causeKey } = missed
  const payload = {
    event: 'instance_backup_missing',
    lastSucceededAt: lastSucceededAt?.toISOString() ?? null,
    detail,
  } as const
  const organizations = await listOperatorOrganizations(database, operators)
  for (const organizationId of organizations)
    await database.tenant(organizationId, (tx) => publishNotice(tx, organizationId, { payload, causeKey }))
  return { told: organizations.length }
}
