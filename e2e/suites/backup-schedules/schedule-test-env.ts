/** A whole Longshore whose worker dies at a given point, and environments that count as live on an unreachable server. */
import { setTimeout as delay } from 'node:timers/promises'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { call, signUp } from '../../support/client.ts'
import { giveServer, makeEnvironment, markLive } from '../../support/fixtures.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import { killableWorker } from '../../support/recovery-test-env.ts'
import { must, newSetting, type Setting, signUpPeople } from '../../support/setting.ts'

const planMs = 30_000

export interface ScheduleTestEnv extends AsyncDisposable {
  readonly instance: Instance
  readonly sql: SqlClient
  readonly setting: Setting
}

export async function openScheduleTestEnv(): Promise<ScheduleTestEnv> {
  await using stack = new AsyncDisposableStack()
  const environment = { API_REQUESTS_PER_MINUTE: '1000000' }
  const instance = stack.use(await startInstance({ environment, workerMain: killableWorker, prepare: createArms }))
  const sql = stack.use(createSqlClient(instance.databaseUrl))
  const [people, spare] = [await signUpPeople(instance), await signUp(instance)]
  const setting = await newSetting({ instance, people, spare })
  const moved = stack.move()
  return { instance, sql, setting, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

async function createArms(databaseUrl: string): Promise<void> {
  await using sql = createSqlClient(databaseUrl)
  await sql.query('create table test_arms (point text primary key)')
  await sql.query('create table test_claims (seq bigserial primary key, run_id uuid, process_id int)')
  await sql.query('create table test_kills (point text, subject text, killed_at timestamptz default clock_timestamp())')
}

/**
 * Creates a live environment with a database and an app that has a volume. Its first backup is far away. Returns the
 * uuid.
 */
export async function liveWithBackups(testEnv: ScheduleTestEnv, config: object = {}): Promise<string> {
  const { setting, instance, sql } = testEnv
  const as = { token: setting.people.owner.token, organization: setting.organizationId }
  const wireId = await makeEnvironment(setting, 'Scheduled')
  const web = { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }
  const services = [
    { ...web, volumes: [{ name: 'uploads', path: '/uploads' }] },
    { name: 'db', kind: 'postgres' },
  ]
  await must(instance, 'POST', `/api/v1/environments/${wireId}/services`, { ...as, body: { services } })
  await giveServer(setting, wireId)
  await markLive(instance, wireId)
  const id = String(decodeId('env', wireId))
  await sql.query(
    `update releases r set services = (
       select jsonb_agg(jsonb_build_object('serviceId', s.id, 'name', s.name, 'kind', s.kind,
         'configuration', s.configuration, 'image', null)) from services s where s.environment_id = r.environment_id)
     where environment_id = $1`,
    [id],
  )
  const body = { destination: { type: 'controlPlane' }, schedule: '0 3 1 1 *', ...config }
  const path = `/api/v1/environments/${wireId}/backups/config`
  // The worker tests the storage location first. It may just have died at a point that another run passed.
  const hasPlan = await superviseUntil(
    testEnv,
    async () => (await call(instance, 'PATCH', path, { ...as, body })).status === 200,
    planMs,
  )
  if (!hasPlan) await must(instance, 'PATCH', path, { ...as, body })
  return id
}

/** Restarts the worker whenever it died, until the condition holds. */
export async function superviseUntil(
  { instance }: ScheduleTestEnv,
  holds: () => Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(50)) {
    // A worker that dies during its start is started again.
    if (!instance.worker.isRunning)
      await instance.startWorker().catch((error: unknown) => {
        if (instance.worker.isRunning) throw error
      })
    if (await holds().catch(() => false)) return true
  }
  return false
}
