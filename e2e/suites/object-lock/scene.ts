/** Shared by the topics: an environment whose backups are locked for a day, and its bucket. */
import { buffer } from 'node:stream/consumers'
import type { Backup } from '@longshore/sdk'
import { elementsOf, readXml, textOf } from '../../../apps/server/src/testing/internals/objects.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { becomesTrue } from '../../support/eventually.ts'
import type { LockedBucket } from '../../support/locked-bucket.ts'

export interface Scene {
  readonly testEnv: BackupTestEnv
  readonly bucket: LockedBucket
  readonly destinationId: string
}

export interface StoredVersion {
  readonly key: string
  readonly id: string
  readonly isMarker: boolean
}

/** Versions and delete markers of one backup. */
export async function versionsOf({ bucket }: Scene, objectKey: string): Promise<StoredVersion[]> {
  const prefix = objectKey.slice(0, objectKey.lastIndexOf('/') + 1)
  const query = { versions: '', prefix }
  const { body } = await bucket.client.send({ method: 'GET', query, signal: AbortSignal.timeout(60_000) })
  const xml = readXml(body.toString())
  return ['Version', 'DeleteMarker'].flatMap((name) =>
    elementsOf(xml, name).map((entry) => ({
      key: textOf(entry, 'Key') ?? '',
      id: textOf(entry, 'VersionId') ?? '',
      isMarker: name === 'DeleteMarker',
    })),
  )
}

export function keyOf({ destination }: Backup): string {
  return destination?.objectKey ?? 'none'
}

/** A backup that succeeded, or null, which the report says. */
export async function mustBackUp({ testEnv }: Scene): Promise<Backup | null> {
  const backup = await testEnv.backUp('postgres')
  const isDone = testEnv.report.expect(backup.status === 'succeeded', `a backup: ${JSON.stringify(backup.error)}`)
  return isDone ? backup : null
}

/** Reads what the bucket has under this key and version. */
export async function readVersion({ bucket }: Scene, key: string, version: string | null): Promise<Buffer> {
  return await buffer(bucket.open(null).read(key, { version, signal: AbortSignal.timeout(60_000) }))
}

export async function query<Row extends object>(
  { testEnv }: Scene,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await using sql = createSqlClient(testEnv.instance.databaseUrl)
  return await sql.query<Row>(text, values)
}

/** Until every run of retention has ended. */
export async function retentionHasRun(scene: Scene): Promise<boolean> {
  const text = `select from workflow_runs where kind = 'expire-backups' and finished_at is null`
  return await becomesTrue(async () => (await query(scene, text)).length === 0)
}

export async function hasEnded(lockedUntil: string | null): Promise<boolean> {
  return await becomesTrue(() => Date.now() > Date.parse(String(lockedUntil)) + 1_000, { withinMs: 120_000 })
}
