/** The control plane's own backups, what opens them, and what a restore left open. */
import { parseAddressPolicy } from '@longshore/addresses'
import {
  findKitExport,
  findLastSuccess,
  measureBackup,
  openInstanceStore,
} from '../../../modules/instance-backup/worker.ts'
import { findOpenRestore } from '../../../platform/durable/epoch.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts'
import { listKeys } from '../../backup-place.ts'
import { CannotLook } from '../cannot-look.ts'
import { type Check, serverCommand } from '../check.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import type { Patient } from '../patient.ts'
import { judgeBackupAge, judgeBackupSize } from './backup.policy.ts'

const howTo = 'docs/how-to/recover-the-control-plane.md'

export const backupChecks: readonly Check[] = [
  {
    code: 'backup-place',
    meaning: 'There is no place for backups of the control plane, or only half of a bucket is named.',
    remedy: `Name a bucket in .env and secrets/instance-backup-s3-secret: ${howTo}.`,
    run(patient) {
      using outbound = openOutbound(patient)
      try {
        const store = openInstanceStore(storeSettings(patient), outbound)
        if (store === null) return warning('no place is set')
      } catch {
        return fault('half of a bucket is named: it needs endpoint, name, key and secret')
      }
      const { INSTANCE_BACKUP_S3_BUCKET: bucket, INSTANCE_BACKUP_FOLDER: folder } = patient.reading.settings
      return ok(bucket === undefined ? `the folder ${folder ?? ''}` : `the bucket ${bucket}`)
    },
  },
  {
    code: 'backup-reach',
    meaning: 'The place for backups of the control plane cannot be read.',
    remedy: `Check the bucket, its key, and that OUTBOUND_ALLOW allows its address: ${howTo}.`,
    needs: ['backup-place'],
    async run(patient) {
      using outbound = openOutbound(patient)
      const store = openInstanceStore(storeSettings(patient), outbound)
      if (store === null) throw new CannotLook('no place is set')
      const found = await listKeys(store).catch((error: unknown) => nameOf(error))
      return typeof found === 'string' ? fault(`cannot be read (${found})`) : ok(`has ${found.length} backups`)
    },
  },
  {
    code: 'backup-age',
    meaning: 'The last backup of the control plane is older than two days, or there is none.',
    remedy: `${serverCommand('backup')} makes one and says what is in its way.`,
    needs: ['backup-place', 'migrations', 'database-roles'],
    async run(patient) {
      mustBeWorker(patient)
      return judgeBackupAge(await findLastSuccess(patient.database.systemDb), new Date())
    },
  },
  {
    code: 'backup-size',
    meaning: 'The database has become too large for a backup of the control plane, or soon will be.',
    remedy: 'Keep history for a shorter time: DEPLOYMENT_HISTORY_DAYS. Then make a backup with pg_dump as well.',
    needs: ['backup-place', 'migrations', 'database-roles'],
    async run(patient) {
      mustBeWorker(patient)
      return judgeBackupSize(await measureBackup(patient.database.systemDb))
    },
  },
  {
    code: 'recovery-kit',
    meaning: 'The recovery kit of the current sealing key was never taken away: without it no backup can be opened.',
    remedy: 'docker compose run --rm kit > recovery-kit.txt, and keep it off this machine.',
    needs: ['sealing-identities'],
    async run(patient) {
      const [{ keyId }] = (await patient.unsealer()).keys
      const at = await findKitExport(patient.database.systemDb, keyId)
      return at === null ? warning('was never taken away') : ok(`taken away ${at.toISOString()}`)
    },
  },
  {
    code: 'restore',
    meaning: 'A restore waits for a person’s word: until then nothing on servers is changed by itself.',
    remedy: `Look through ${howTo}, then: ${serverCommand('confirm-restore')}`,
    needs: ['migrations', 'database-roles'],
    async run(patient) {
      const open = await findOpenRestore(patient.database.systemDb)
      return open === undefined ? ok('none waits') : warning(`the one of ${open.restoredAt.toISOString()} waits`)
    },
  },
]

function mustBeWorker(patient: Patient): void {
  if (!patient.reading.isWorker) throw new CannotLook('only the worker makes backups')
}

function openOutbound(patient: Patient): Outbound {
  mustBeWorker(patient)
  return createOutbound({ allow: parseAddressPolicy(patient.given('OUTBOUND_ALLOW')) })
}

function storeSettings(patient: Patient) {
  return {
    INSTANCE_BACKUP_FOLDER: patient.optional('INSTANCE_BACKUP_FOLDER'),
    INSTANCE_BACKUP_S3_ENDPOINT: patient.optional('INSTANCE_BACKUP_S3_ENDPOINT'),
    INSTANCE_BACKUP_S3_REGION: patient.given('INSTANCE_BACKUP_S3_REGION'),
    INSTANCE_BACKUP_S3_BUCKET: patient.optional('INSTANCE_BACKUP_S3_BUCKET'),
    INSTANCE_BACKUP_S3_PREFIX: patient.optional('INSTANCE_BACKUP_S3_PREFIX'),
    INSTANCE_BACKUP_S3_PATH_STYLE: patient.given('INSTANCE_BACKUP_S3_PATH_STYLE'),
    INSTANCE_BACKUP_S3_ACCESS_KEY_ID: patient.optional('INSTANCE_BACKUP_S3_ACCESS_KEY_ID'),
    INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY: patient.optional('INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY'),
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 200) : 'no answer'
}
