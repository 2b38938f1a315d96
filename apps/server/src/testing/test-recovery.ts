/** A live environment with a database, a second server, and an S3 storage location in a test database. */
import { ServiceBody } from '../modules/environments/services.schemas.ts'
import type { Database } from '../platform/database/database.ts'
import type { Id } from '../platform/ids/brand.ts'
import { newId } from '../platform/ids/type-id.ts'
import { createTestEnvironment, type TestEnvironment } from './test-deployments.ts'

export interface TestRecovery extends TestEnvironment {
  /** Another server, which is ready. */
  there: Id<'srv'>
  postgres: Id<'svc'>
  s3: Id<'bds'>
  setStatus(id: Id<'srv'>, status: string): Promise<void>
  addLocation(name: string, configuration: { type: string; [key: string]: unknown }): Promise<Id<'bds'>>
  /** A backup of the database that succeeded. By default, it is on S3. */
  addBackup(minutesOld: number, where?: Id<'bds'>, proof?: object): Promise<Id<'bkp'>>
}

export async function createTestRecovery(database: Database): Promise<TestRecovery> {
  const fixture = await createTestEnvironment(database)
  const { organizationId: organization_id, environmentId: environment_id } = fixture
  const db = database.systemDb
  const there = newId('srv')
  await addServer(database, fixture, there)
  const postgres = newId('svc')
  const { name, kind, ...configuration } = ServiceBody.parse({ name: 'db', kind: 'postgres' })
  await db
    .insertInto('services')
    .values({
      ...{ id: postgres, organization_id, environment_id, name, kind, position: 1, owned_by_file: [] },
      configuration: JSON.stringify(configuration),
    })
    .execute()
  const addLocation: TestRecovery['addLocation'] = async (locationName, { type, ...rest }) => {
    const id = newId('bds')
    const values = JSON.stringify({ type, ...rest, accessKeyId: 'key', isPathStyle: true })
    const sealed_secret = type === 's3' ? 'sealed' : null
    await db
      .insertInto('backup_destinations')
      .values({ id, organization_id, name: locationName, type, configuration: values, sealed_secret })
      .execute()
    return id
  }
  const s3 = await addLocation('S3', {
    ...{ type: 's3', endpoint: 'https://s3.example.com', region: 'r', bucket: 'b', prefix: '' },
  })
  await makeLive(database, fixture, [{ serviceId: postgres, name: 'db', kind: 'postgres', configuration, image: null }])
  return {
    ...{ ...fixture, there, postgres, s3, addLocation },
    async setStatus(id, status) {
      await db.updateTable('servers').set({ status }).where('id', '=', id).execute()
    },
    async addBackup(minutesOld, where = s3, proof) {
      const id = newId('bkp')
      const at = new Date(Date.now() - minutesOld * 60_000)
      await db
        .insertInto('backups')
        .values({
          ...{ id, organization_id, environment_id, service_id: postgres, service_name: 'db', kind: 'manual' },
          ...{ status: 'succeeded', run_id: newId('run'), engine: 'postgres', destination_id: where },
          ...{ object_key: `k/${id}`, sha256: 'a'.repeat(64), manifest: JSON.stringify({ plainBytes: 1_000 }) },
          ...{ started_at: at, finished_at: at, proof: proof === undefined ? null : JSON.stringify(proof) },
        })
        .execute()
      return id
    },
  }
}

/** Makes a release with these services live on the server of the environment. */
export async function makeLive(
  { systemDb: db }: Database,
  { organizationId: organization_id, environmentId: environment_id, serverId: server_id }: TestEnvironment,
  services: readonly object[],
): Promise<void> {
  const id = newId('dep')
  await db
    .insertInto('deployments')
    .values({
      ...{ id, organization_id, environment_id, server_id, number: 900, status: 'live', trigger: 'manual' },
      ...{ finished_at: new Date(), switched_at: new Date() },
    })
    .execute()
  await db
    .insertInto('releases')
    .values({
      ...{ id: newId('rel'), organization_id, environment_id, deployment_id: id, server_id },
      services: JSON.stringify(services),
    })
    .execute()
  await db
    .updateTable('environments')
    .set({ live_deployment_id: id, live_server_id: server_id })
    .where('id', '=', environment_id)
    .execute()
}

async function addServer({ systemDb: db }: Database, { organizationId }: TestEnvironment, id: Id<'srv'>) {
  const server = { id, organization_id: organizationId, name: 'there', host: '192.0.2.8', port: 22, username: 'root' }
  await db
    .insertInto('servers')
    .values({ ...server, status: 'ready' })
    .execute()
  await db.insertInto('server_checks').values({ server_id: id, organization_id: organizationId }).execute()
  const key = { is_generated: true, public_key: 'ssh-ed25519 AAAA', sealed_private_key: 'sealed' }
  await db
    .insertInto('server_keys')
    .values({ id: newId('run'), organization_id: organizationId, server_id: id, state: 'current', ...key })
    .execute()
}
