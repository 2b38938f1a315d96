/** The scheduled instance backup. Each step is idempotent; an archive is in the store completely or not at all. */
import { z } from 'zod'
import { type StepContext, step, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import type { ObjectStore } from '../../../../platform/objects/object-store.ts'
import type { Secret } from '../../../../platform/secrets/secret.ts'
import { backupFolder, backupKeyOf, surplusKeys } from '../backup-key.policy.ts'
import { createBackup } from '../create-instance-backup.action.ts'
import { type InstanceBackupInput as Input, instanceBackup } from '../instance-backup.references.ts'
import {
  recordBackupCreated,
  recordBackupFailed,
  recordBackupStarted,
  recordBackupsExpired,
  removeOldBackupRows,
} from '../instance-backups.system-repository.ts'

type Context = StepContext<Input>

export interface InstanceBackupOptions {
  databaseUrl: Secret
  /** Null if the settings name none. */
  store: ObjectStore | null
  instanceId: string
  version: string
  recipients: readonly [string, ...string[]]
  identity: Secret
  /** Number of archives to keep. */
  keep: number
}

const Named = z.object({ key: z.string() })
const Removed = z.object({ removed: z.number() })
const createDeadlineMs = 6 * 3_600_000
const maxListed = 10_000

export function createInstanceBackup(options: InstanceBackupOptions): Workflow<Input> {
  const name = step<Input, z.output<typeof Named>>({
    name: 'name',
    output: Named,
    deadlineMs: 15_000,
    retriesDeadline: true,
    async run({ run, record }) {
      const key = backupKeyOf(new Date(), run.id)
      record((tx) => recordBackupStarted(tx, { id: run.id, key }))
      return { key }
    },
  })
  const make = step<Input, z.output<typeof Removed>>({
    name: 'make',
    output: Removed,
    deadlineMs: createDeadlineMs,
    attempts: 4,
    async run(context) {
      const created = await createBackup({ ...workOf(options, context), key: context.output(name).key })
      context.record((tx) => recordBackupCreated(tx, { id: context.run.id, ...created }))
      return { removed: 0 }
    },
  })
  const prune = step<Input, z.output<typeof Removed>>({
    name: 'prune',
    output: Removed,
    deadlineMs: 600_000,
    retriesDeadline: true,
    run: (context) => removeSurplus(options, context),
  })
  return workflow(instanceBackup, [name, make, prune], {
    async onFinish(tx, run, end) {
      if (end.status === 'succeeded') return
      const { code = end.status, message = 'The backup was stopped.' } = end.error ?? {}
      await recordBackupFailed(tx, { id: run.id, error: { code, message } })
    },
  })
}

function workOf(options: InstanceBackupOptions, { signal }: Context) {
  const { databaseUrl, store, instanceId, version, recipients, identity } = options
  if (store === null) throw new Error('the storage location for instance backups is no longer set')
  return { databaseUrl: databaseUrl.reveal(), store, instanceId, version, recipients, identity, signal }
}

async function removeSurplus({ store, keep }: InstanceBackupOptions, { signal, record }: Context) {
  if (store === null) return { removed: 0 }
  const keys: string[] = []
  for await (const { key } of store.list(backupFolder, { signal })) {
    keys.push(key)
    if (keys.length >= maxListed) break
  }
  const surplus = surplusKeys(keys, keep)
  for (const key of surplus) await store.remove(key, { signal })
  record(async (tx) => {
    await recordBackupsExpired(tx, surplus)
    await removeOldBackupRows(tx)
  })
  return { removed: surplus.length }
}
