/**
 * After a rotation the database refuses the old password, and its container and dependent services have the new one.
 * Data stays.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type BackupTestEnv, databaseImages, type Engine } from '../../support/backup-test-env.ts'
import { mustAsk } from '../../support/servers.ts'

const variables: Readonly<Record<Engine, string>> = {
  postgres: 'POSTGRES_PASSWORD',
  mariadb: 'MARIADB_PASSWORD',
  redis: 'REDISCLI_AUTH',
}
/** Connects over the network, as other services do. */
const clients: Readonly<Record<Engine, readonly [variable: string, ...args: string[]]>> = {
  postgres: ['PGPASSWORD', 'psql', '-h', 'postgres', '-U', 'app', '-d', 'app', '-c', 'select 42'],
  mariadb: ['MYSQL_PWD', 'mariadb', '--host=mariadb', '--user=app', '--execute=select 42'],
  redis: ['REDISCLI_AUTH', 'redis-cli', '-h', 'redis', 'echo', '42'],
}
const settledMs = 240_000

export async function proveRotation(testEnv: BackupTestEnv): Promise<void> {
  const { report } = testEnv
  await testEnv.query('postgres', 'create table kept (id int); insert into kept values (7);')
  let rotations = 0
  for (const engine of ['postgres', 'mariadb', 'redis'] as const) {
    const before = await passwordOf(testEnv, engine)
    report.expect(await canLogIn(testEnv, engine, before), `${engine}: the first password is taken`)
    await mustAsk(testEnv, 'POST', pathOf(testEnv, engine))
    const after = await waitForAnother(testEnv, engine, before)
    report.expect(/^[0-9a-f]{48}$/.test(after), `${engine}: another password of ours`)
    report.expect(await canLogIn(testEnv, engine, after), `${engine}: the new password is taken`)
    report.expect(!(await canLogIn(testEnv, engine, before)), `${engine}: the old password is refused`)
    if (engine === 'mariadb') {
      report.expect(await isRoot(testEnv, after), 'mariadb: root has the new password')
      report.expect(!(await isRoot(testEnv, before)), 'mariadb: root refuses the old password')
    }
    rotations += 1
  }
  report.expect((await testEnv.query('postgres', 'select id from kept')).trim() === '7', 'data stays')
  report.figure('rotations', rotations)
}

function pathOf({ app, serviceIds }: BackupTestEnv, engine: Engine): string {
  return `/environments/${app.environmentId}/services/${serviceIds[engine]}/credentials/rotate`
}

async function passwordOf({ server, containerOf }: BackupTestEnv, engine: Engine): Promise<string> {
  const format = '{{range .Config.Env}}{{println .}}{{end}}'
  const text = await server.target.mustExec(['docker', 'inspect', '--format', format, containerOf(engine)])
  const line = text.split('\n').find((each) => each.startsWith(`${variables[engine]}=`))
  return line?.slice(variables[engine].length + 1) ?? ''
}

async function isRoot({ server, containerOf }: BackupTestEnv, password: string): Promise<boolean> {
  const args = ['--env', `MYSQL_PWD=${password}`, containerOf('mariadb'), 'mariadb', '--user=root', '-e', 'select 42']
  const output = await server.target.mustExec(['docker', 'exec', ...args]).catch(() => '')
  return output.includes('42')
}

/** The deployment that gives the password to the container is over. */
async function waitForAnother(testEnv: BackupTestEnv, engine: Engine, before: string): Promise<string> {
  for (const deadline = Date.now() + settledMs; Date.now() < deadline; await delay(500)) {
    const password = await passwordOf(testEnv, engine).catch(() => before)
    const path = `/environments/${testEnv.app.environmentId}/deployments?limit=1`
    const [newest] = (await mustAsk(testEnv, 'GET', path)).items
    if (password !== before && password !== '' && newest?.status === 'live') return password
  }
  throw new Error(`${engine}: the password stays`)
}

async function canLogIn({ server, app }: BackupTestEnv, engine: Engine, password: string): Promise<boolean> {
  const [variable, ...args] = clients[engine]
  const network = `longshore-${app.environmentId}`
  const run = [
    'docker',
    'run',
    '--rm',
    '--network',
    network,
    '--env',
    `${variable}=${password}`,
    databaseImages[engine],
  ]
  const output = await server.target.mustExec([...run, ...args]).catch(() => '')
  return output.includes('42')
}
