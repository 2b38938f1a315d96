/** Checks of the instance's own backups, the keys that open them, and unconfirmed restores. */
import { parseAddressPolicy } from '@longshore/addresses'
import { findKitExport, findLastSuccess, measureBackup, openInstanceStore } from '../../../modules/instance/worker.ts'
import { findOpenRestore } from '../../../platform/durable/epoch.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts'
import { listKeys } from '../../backup-location.ts'
import { type Check, serverCommand } from '../check.ts'
import { CheckSkipped } from '../check-skipped.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import { evaluateBackupAge, evaluateBackupSize } from './backup.policy.ts'

const howTo = 'docs/guides/recover-the-control-plane.md'

export const backupChecks: readonly Check[] = [
  {
    code: 'backup-place',
    meaning: 'Instance backups have no storage location, or the bucket settings are incomplete.',
    remedy: `Set a bucket in .env and secrets/instance-backup-s3-secret: ${howTo}.`,
    run(context) {
      using outbound = openOutbound(context)
      try {
        const store = openInstanceStore(storeSettings(context), outbound)
        if (store === null) return warning('no storage location is set')
      } catch {
        return fault('the bucket settings are incomplete: endpoint, name, key, and secret are required')
      }
      const { INSTANCE_BACKUP_S3_BUCKET: bucket, INSTANCE_BACKUP_DIRECTORY: folder } = context.reading.settings
      return ok(bucket === undefined ? `the folder ${folder ?? ''}` : `the bucket ${bucket}`)
    },
  },
  {
    code: 'backup-reach',
    meaning: "The storage location for instance backups can't be read.",
    remedy: `Check the bucket, its key, and that OUTBOUND_ALLOW allows its IP address: ${howTo}.`,
    needs: ['backup-place'],
    async run(context) {
      using outbound = openOutbound(context)
      const store = openInstanceStore(storeSettings(context), outbound)
      if (store === null) throw new CheckSkipped('no storage location is set')
      const found = await listKeys(store).catch((error: unknown) => nameOf(error))
      return typeof found === 'string' ? fault(`can't be read (${found})`) : ok(`has ${found.length} backups`)
    },
  },
  {
    code: 'backup-age',
    meaning: 'The last instance backup is older than two days, or there is none.',
    remedy: `Run ${serverCommand('backup')} to create one and see what fails.`,
    needs: ['backup-place', 'migrations', 'database-roles'],
    async run(context) {
      mustBeWorker(context)
      return evaluateBackupAge(await findLastSuccess(context.database.systemDb), new Date())
    },
  },
  {
    code: 'backup-size',
    meaning: 'The database is too large for an instance backup, or soon will be.',
    remedy: 'Keep less history with DEPLOYMENT_HISTORY_DAYS. Also back up with pg_dump.',
    needs: ['backup-place', 'migrations', 'database-roles'],
    async run(context) {
      mustBeWorker(context)
      return evaluateBackupSize(await measureBackup(context.database.systemDb))
    },
  },
  {
    code: 'recovery-kit',
    meaning: "The recovery kit for the current sealing key was never exported. Without it, you can't open backups.",
    remedy: 'Run docker compose run --rm kit > recovery-kit.txt, and store the file on another machine.',
    needs: ['sealing-identities'],
    async run(context) {
      const [{ keyId }] = (await context.unsealer()).keys
      const at = await findKitExport(context.database.systemDb, keyId)
      return at === null ? warning('was never exported') : ok(`exported ${at.toISOString()}`)
    },
  },
  {
    code: 'restore',
    meaning: 'A restore is waiting for confirmation. Until then, Longshore changes nothing on servers.',
    remedy: `Read ${howTo}, then run: ${serverCommand('confirm-restore')}`,
    needs: ['migrations', 'database-roles'],
    async run(context) {
      const open = await findOpenRestore(context.database.systemDb)
      return open === undefined
        ? ok('none is waiting')
        : warning(`the restore of ${open.restoredAt.toISOString()} is waiting`)
    },
  },
]

function mustBeWorker(context: DoctorContext): void {
  if (!context.reading.isWorker) throw new CheckSkipped('only the worker creates backups')
}

function openOutbound(context: DoctorContext): Outbound {
  mustBeWorker(context)
  return createOutbound({ allow: parseAddressPolicy(context.required('OUTBOUND_ALLOW')) })
}

function storeSettings(context: DoctorContext) {
  return {
    INSTANCE_BACKUP_DIRECTORY: context.optional('INSTANCE_BACKUP_DIRECTORY'),
    INSTANCE_BACKUP_S3_ENDPOINT: context.optional('INSTANCE_BACKUP_S3_ENDPOINT'),
    INSTANCE_BACKUP_S3_REGION: context.required('INSTANCE_BACKUP_S3_REGION'),
    INSTANCE_BACKUP_S3_BUCKET: context.optional('INSTANCE_BACKUP_S3_BUCKET'),
    INSTANCE_BACKUP_S3_PREFIX: context.optional('INSTANCE_BACKUP_S3_PREFIX'),
    INSTANCE_BACKUP_S3_PATH_STYLE: context.required('INSTANCE_BACKUP_S3_PATH_STYLE'),
    INSTANCE_BACKUP_S3_ACCESS_KEY_ID: context.optional('INSTANCE_BACKUP_S3_ACCESS_KEY_ID'),
    INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY: context.optional('INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY'),
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 200) : 'no answer'
}
