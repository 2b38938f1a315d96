/**
 * An image of the same major version: a backup first, then the change. An image of another major version is refused,
 * and nothing changes.
 */
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { mustAsk } from '../../support/servers.ts'

const minor = 'postgres:17.99'
const other = 'registry.example.com/team/vectors:0.8.1-pg17'

export async function proveUpgrade(testEnv: BackupTestEnv): Promise<void> {
  const { report, server } = testEnv
  for (const name of [minor, other]) await server.target.mustExec(['docker', 'tag', 'postgres:17', name])
  await testEnv.query(
    'postgres',
    'create table if not exists before_upgrade (id int); insert into before_upgrade values (5);',
  )
  for (const [change, wanted] of [
    [{ engineVersion: '17.99' }, minor],
    [{ image: other }, other],
  ] as const) {
    const backups = await countBackups(testEnv)
    const deployment = await deployWith(testEnv, change)
    report.expect(deployment.status === 'live', `${wanted}: ${JSON.stringify(deployment.error)}`)
    report.expect((await engineOf(testEnv)) === wanted, `the data is of ${wanted}`)
    report.expect((await countBackups(testEnv)) > backups || wanted === other, `${wanted}: a backup was made before`)
    const kept = await testEnv.query('postgres', 'select count(*) from before_upgrade')
    report.expect(Number(kept.trim()) > 0, `${wanted}: data stays`)
  }
  const refused = await deployWith(testEnv, { engineVersion: '18' })
  report.expect(refused.error?.code === 'database_version_change', `18: ${JSON.stringify(refused.error)}`)
  report.expect((await engineOf(testEnv)) === other, 'a refused version changes nothing')
  const last = await deployWith(testEnv, { image: other })
  report.expect(last.status === 'live', `back: ${JSON.stringify(last.error)}`)
  report.figure('upgrades', 2)
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema elsewhere
async function deployWith(testEnv: BackupTestEnv, change: object): Promise<any> {
  const { app } = testEnv
  const services = ['postgres', 'mariadb', 'redis'].map((kind) => ({
    name: kind,
    kind,
    ...(kind === 'postgres' ? change : {}),
  }))
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/services`, { services })
  return await testEnv.waitFor(app, await testEnv.deploy(app))
}

async function engineOf({ server, containerOf }: BackupTestEnv): Promise<string> {
  const format = '{{index .Config.Labels "longshore.engine"}}'
  return (await server.target.mustExec(['docker', 'inspect', '--format', format, containerOf('postgres')])).trim()
}

async function countBackups(testEnv: BackupTestEnv): Promise<number> {
  const path = `/environments/${testEnv.app.environmentId}/backups?status=succeeded&limit=100`
  return (await mustAsk(testEnv, 'GET', path)).items.length
}
