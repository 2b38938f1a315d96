/** The installation itself, as its operators meet it: its backups, the kit that they need, and the word after a restore. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { confirmRestore, findOpenRestore } from '../../platform/durable/epoch.ts'
import { hasSchedule } from '../../platform/durable/schedules.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { canSealTo, type Sealer } from '../../platform/secrets/seal.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { requireRecentSignIn } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { organizationProblems } from '../organizations/index.ts'
import { wantAllConfigurations } from '../proxy/index.ts'
import { makeRecoveryKit } from './calls/recovery-kit.definition.ts'
import { instanceProblems } from './instance.problems.ts'
import type { Instance, SealedRecoveryKit } from './instance.schemas.ts'
import { instanceBackup } from './instance-backup-workflows.ts'
import {
  findKitExport,
  findLastSuccess,
  listInstanceBackups,
  noteKitExported,
} from './instance-backups.system-repository.ts'
import { isOperator, type OperatorSettings } from './operators.ts'
import { toBackupState } from './to-backup-state.ts'

export interface InstanceService {
  read(actor: Actor): Promise<Instance>
  recoveryKit(actor: Actor, recipient: string): Promise<SealedRecoveryKit>
  confirmRestore(actor: Actor): Promise<Instance>
}

export interface InstanceOptions {
  database: Database
  clock: Clock
  link: Pick<LinkClient, 'call'>
  sealer: Pick<Sealer, 'keyId'>
  /** From which sessions and second factors are derived. */
  master: Secret
  version: string
  operators: OperatorSettings
}

export function createInstanceService(options: InstanceOptions): InstanceService {
  const { database, clock, link, master } = options
  const requireOperator = async (actor: Actor) => {
    if (actor.kind === 'token') throw new AppError(organizationProblems.person_required)
    if (!(await isOperator(database, actor, options.operators))) throw new AppError(instanceProblems.operator_required)
  }
  const read = (actor: Actor) => readInstance(options, actor)
  return {
    read,
    async recoveryKit(actor, recipient) {
      await requireOperator(actor)
      requireRecentSignIn(clock, actor)
      if (!(await canSealTo(recipient)))
        throw invalid('/recipient', 'invalid_format', 'is no key: a character of it is wrong')
      // Before the keys leave: nobody gets them without a trace.
      await audit(database, actor, 'instance.recovery_kit_exported')
      const deriveKey = new Secret(master.revealBytes().toString('base64'))
      const { ciphertext, keyId } = await link.call(makeRecoveryKit, { recipient, deriveKey }, { organizationId: null })
      await noteKitExported(database.systemDb, { keyId, by: actor.userId })
      return { ciphertext }
    },
    async confirmRestore(actor) {
      await requireOperator(actor)
      await database.system(async (tx) => {
        if (!(await confirmRestore(tx, actor.userId))) throw new AppError(instanceProblems.nothing_to_confirm)
        await wantAllConfigurations(tx)
      })
      await audit(database, actor, 'instance.restore_confirmed')
      return await read(actor)
    },
  }
}

async function readInstance(options: InstanceOptions, actor: Actor): Promise<Instance> {
  const { database, sealer, version } = options
  const db = database.systemDb
  const open = await findOpenRestore(db)
  const restore = open === undefined ? null : { backupMadeAt: open.madeAt, restoredAt: open.restoredAt }
  if (!(await isOperator(database, actor, options.operators)))
    return { version, restore, isOperator: false, recoveryKit: null, backups: null }
  const exportedAt = await findKitExport(db, sealer.keyId)
  const [last] = await listInstanceBackups(db, 1)
  return {
    version,
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

async function audit(database: Database, actor: Actor, action: string): Promise<void> {
  await database.tenant(actor.organizationId, (tx) =>
    recordAudit(tx, actor, { action, targetKind: 'organization', targetId: actor.organizationId }),
  )
}
