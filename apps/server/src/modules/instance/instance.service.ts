/** The instance for its operators: its backups, the recovery kit, and the confirmation after a restore. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { confirmRestore, findOpenRestore } from '../../platform/durable/epoch.ts'
import { hasSchedule } from '../../platform/durable/schedules.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { type AuditAction, recordAudit } from '../audit/index.ts'
import { requestAllConfigurations } from '../domains/index.ts'
import { toBackupState } from './backup/instance-backup.mapper.ts'
import { instanceBackup } from './backup/instance-backup.references.ts'
import { findKitExport, findLastSuccess, listInstanceBackups } from './backup/instance-backups.system-repository.ts'
import { instanceProblems } from './instance.problems.ts'
import type { Instance } from './instance.schemas.ts'
import { isOperator, type OperatorSettings } from './operators.query.ts'
import { requireOperator } from './require-operator.query.ts'

export interface InstanceService {
  read(actor: Actor): Promise<Instance>
  confirmRestore(actor: Actor): Promise<Instance>
}

export interface InstanceOptions {
  database: Database
  sealer: Pick<Sealer, 'keyId'>
  version: string
  hasApiDocs: boolean
  operators: OperatorSettings
}

export function createInstanceService(options: InstanceOptions): InstanceService {
  const { database } = options
  const read = (actor: Actor) => readInstance(options, actor)
  return {
    read,
    async confirmRestore(actor) {
      await requireOperator(database, actor, options.operators)
      await database.system(async (tx) => {
        if (!(await confirmRestore(tx, actor.userId))) throw new AppError(instanceProblems.nothing_to_confirm)
        await requestAllConfigurations(tx)
      })
      await audit(database, actor, 'instance.restore_confirmed')
      return await read(actor)
    },
  }
}

async function readInstance(options: InstanceOptions, actor: Actor): Promise<Instance> {
  const { database, sealer, version, hasApiDocs } = options
  const db = database.systemDb
  const open = await findOpenRestore(db)
  const restore = open === undefined ? null : { backupCreatedAt: open.madeAt, restoredAt: open.restoredAt }
  if (!(await isOperator(database, actor, options.operators)))
    return { version, hasApiDocs, restore, isOperator: false, recoveryKit: null, backups: null }
  const exportedAt = await findKitExport(db, sealer.keyId)
  const [last] = await listInstanceBackups(db, 1)
  return {
    version,
    hasApiDocs,
    restore,
    isOperator: true,
    recoveryKit: { isNeeded: exportedAt === null, exportedAt },
    backups: toBackupState({
      isScheduled: await hasSchedule(db, { workflow: instanceBackup, key: 'instance' }),
      lastSucceededAt: await findLastSuccess(db),
      last,
    }),
  }
}

async function audit(database: Database, actor: Actor, action: AuditAction): Promise<void> {
  await database.tenant(actor.organizationId, (tx) =>
    recordAudit(tx, actor, { action, targetKind: 'organization', targetId: actor.organizationId }),
  )
}
