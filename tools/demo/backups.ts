/** A month of nightly backups to a bucket, each restored to verify it. */
import { createHash } from 'node:crypto'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import { encodeId } from '../../apps/server/src/platform/ids/type-id.ts'
import type { Demo, PlacedEnvironment, PlacedService } from './demo.ts'
import { hoursBefore, pastId } from './past-id.ts'

const days = 30
const dayMs = 86_400_000
/** The schedule uses a time zone that is an hour ahead of UTC in winter. */
const backupHourUtc = 1.5
const mib = 1_048_576

export async function addBackups(demo: Demo): Promise<void> {
  const destinationId = await addDestination(demo)
  for (const environment of demo.environments) {
    const stores = environment.services.filter(({ kind }) => kind === 'postgres')
    if (environment.name !== 'production' || stores.length === 0) continue
    await addConfig(demo, environment, destinationId)
    for (const service of stores) await addNights(demo, { environment, service, destinationId })
  }
}

async function addDestination({ db, organizationId, now }: Demo): Promise<string> {
  const id = pastId(hoursBefore(now, 1_400))
  const configuration = {
    type: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'harborcoffee-backups',
    prefix: 'longshore',
    accessKeyId: 'AKIAEXAMPLE',
    isPathStyle: false,
  }
  await db.query(
    `insert into backup_destinations (id, organization_id, name, type, configuration, sealed_secret, checked_at)
     values ($1, $2, 'Backups in Frankfurt', 's3', $3, 'sealed', $4)`,
    [id, organizationId, JSON.stringify(configuration), hoursBefore(now, 6)],
  )
  return id
}

async function addConfig(
  { db, organizationId, now }: Demo,
  { id }: PlacedEnvironment,
  destinationId: string,
): Promise<void> {
  await db.query(
    `insert into backup_configs (environment_id, organization_id, schedule, timezone, keep_last, keep_daily, keep_weekly, keep_monthly,
       destination_id, proof, enabled_at)
     values ($1, $2, '30 2 * * *', 'Europe/Berlin', 7, 30, 8, 6, $3, 'daily', $4)
     on conflict (environment_id) do nothing`,
    [id, organizationId, destinationId, hoursBefore(now, 1_390)],
  )
}

interface Store {
  readonly environment: PlacedEnvironment
  readonly service: PlacedService
  readonly destinationId: string
}

async function addNights(demo: Demo, store: Store): Promise<void> {
  const midnight = Math.floor(demo.now.getTime() / dayMs) * dayMs
  for (let night = days; night >= 0; night -= 1) {
    const startedAt = new Date(midnight - night * dayMs + backupHourUtc * 3_600_000)
    if (startedAt < demo.now) await addBackup(demo, store, startedAt)
  }
}

async function addBackup({ db, organizationId, now }: Demo, store: Store, startedAt: Date): Promise<void> {
  const { environment, service, destinationId } = store
  const id = pastId(startedAt)
  const day = Math.floor(startedAt.getTime() / dayMs)
  const sha256 = createHash('sha256').update(id).digest('hex')
  // The database grows by a few orders a day.
  const age = (now.getTime() - startedAt.getTime()) / dayMs
  const rows = Math.round((environment.project.slug === 'shop' ? 318_000 : 141_000) * (1 - age * 0.011))
  const packedBytes = Math.round(rows * 410 + ((day * 7) % 5) * 0.4 * mib)
  const finishedAt = new Date(startedAt.getTime() + 21_000)
  const about = { form: 1, engine: 'postgres', engineVersion: '17.6', engineImage: 'postgres:17', databaseName: 'app' }
  const size = { plainBytes: packedBytes * 4, packedBytes, packedSha256: sha256 }
  const manifest = { ...about, content: contentOf(rows, sha256), hasEndMarker: true, ...size }
  const restoreTestedAt = new Date(finishedAt.getTime() + 38_000)
  await db.query(
    `insert into workflow_runs (id, organization_id, kind, key, input, status, created_at, started_at, finished_at)
     values ($1::uuid, $2, 'demo', 'demo/' || $1::uuid, '{}', 'succeeded', $3, $3, $4)`,
    [id, organizationId, startedAt, finishedAt],
  )
  await db.query(
    `insert into backups (id, organization_id, environment_id, service_id, service_name, kind, status, run_id, engine, engine_image,
       engine_version, destination_id, object_key, size_bytes, sha256, manifest, proof, proven_at, started_at, finished_at, created_at)
     values ($1, $2, $3, $4, $5, 'scheduled', 'succeeded', $1, 'postgres', 'postgres:17', '17.6', $6, $7, $8, $9, $10, $11, $12, $13, $14, $13)`,
    [
      id,
      organizationId,
      environment.id,
      service.id,
      service.name,
      destinationId,
      `backups/${service.name}/${id}.zst.age`,
      packedBytes,
      sha256,
      JSON.stringify(manifest),
      JSON.stringify(verificationOf(id, manifest, restoreTestedAt)),
      restoreTestedAt,
      startedAt,
      finishedAt,
    ],
  )
}

function contentOf(rows: number, digest: string) {
  const shares = { orders: 0.31, order_items: 0.47, customers: 0.12, products: 0.01, subscriptions: 0.09 }
  const tables = Object.entries(shares).map(([name, share]) => ({
    name: `public.${name}`,
    rows: Math.round(rows * share),
    digest,
  }))
  return { objects: ['INDEX public.orders_by_customer'], tables, rowHash: 'sha512-256', entries: null }
}

/** It isn't signed: verifying the signature would fail. */
function verificationOf(
  id: string,
  { packedSha256, content }: { packedSha256: string; content: ReturnType<typeof contentOf> },
  at: Date,
) {
  const statement = {
    form: 1,
    backupId: encodeId('bkp', brandId(id)),
    outcome: 'passed',
    sha256: packedSha256,
    engineImage: 'postgres:17',
    tables: content.tables.length,
    rows: content.tables.reduce((sum, { rows }) => sum + rows, 0),
    objects: content.objects.length,
    entries: null,
    differences: [],
    startedAt: at.toISOString(),
    finishedAt: at.toISOString(),
  }
  const signed = { statement: JSON.stringify(statement), signature: 'demo', publicKey: 'demo' }
  return { outcome: 'passed', at: at.toISOString(), differences: [], ...signed }
}
