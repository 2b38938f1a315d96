/** A rehearsal in every other situation: skipped with a reason, canceled, interrupted by a crash, allowed, and turned off. */
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'
import type { Migrator } from './migrator.ts'

export async function proveRecovery(migrator: Migrator): Promise<void> {
  await proveSkip(migrator)
  await proveReport(migrator)
  await proveCancel(migrator)
  await proveCrash(migrator)
}

async function proveSkip(migrator: Migrator): Promise<void> {
  const { report } = migrator.testEnv
  await migrator.testEnv.query(
    'postgres',
    `create table wide as select repeat(md5(n::text), 100) as t from generate_series(1, 2000) n;`,
  )
  await migrator.testEnv.backUp('postgres')
  await migrator.settings({ maxBytes: 1_048_576 })
  const { deployment, rehearsal } = await migrator.deploy(`psql -X -c 'drop table wide'`)
  report.expect(deployment.status === 'live', `skipped: ${JSON.stringify(deployment.error)}`)
  report.expect(rehearsal?.skipped?.reason === 'backup_too_large', `skipped: ${JSON.stringify(rehearsal?.skipped)}`)
  const codes = deployment.warnings.map(({ code }) => code)
  report.expect(codes.includes('rehearsal_skipped'), `skipped: warns with the reason: ${codes.join()}`)
  report.expect(rehearsal?.checkpoints.length === 1, 'skipped: still has a backup from before the real run')
  await migrator.settings({ maxBytes: 1024 ** 3 })
}

async function proveReport(migrator: Migrator): Promise<void> {
  const { report } = migrator.testEnv
  await migrator.settings({ mode: 'report' })
  const { deployment, rehearsal } = await migrator.deploy(
    `psql -X -c 'alter table users add column gone int; alter table users drop column gone' -c 'drop table settings'`,
  )
  report.expect(deployment.status === 'live', `report: ${JSON.stringify(deployment.error)}`)
  report.expect(rehearsal?.status === 'reported', `report: ${JSON.stringify(rehearsal)}`)
  await migrator.settings({ mode: 'off' })
  const off = await migrator.deploy('true')
  report.expect(off.deployment.status === 'live' && off.rehearsal === null, 'off: no rehearsal')
  await migrator.settings({ mode: 'stop', allowDestructive: true })
  const allowed = await migrator.deploy(`psql -X -c 'drop table sessions'`)
  report.expect(allowed.deployment.status === 'live', `allowed: ${JSON.stringify(allowed.deployment.error)}`)
  report.expect(allowed.rehearsal?.findings.length === 1, 'allowed: the report still lists it')
  await migrator.settings({ allowDestructive: false })
}

/** The release command runs on the copy, and writes a mark only there. */
const slow = `psql -X -c 'create table mark (id int)' && sleep 15`

async function proveCancel(migrator: Migrator): Promise<void> {
  const { testEnv } = migrator
  const { app, report } = testEnv
  const id = await startAndWait(migrator)
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/deployments/${id}/cancel`, {})
  const canceled = await testEnv.waitFor(app, id)
  report.expect(canceled.status === 'cancelled', `cancel: ${canceled.status}`)
  const left = await migrator.listLeftovers()
  report.expect(left.length === 0, `cancel: left on the server: ${left.join(' ')}`)
  report.expect(!(await hasMark(migrator)), 'cancel: the release command never ran on the real data')
}

async function proveCrash(migrator: Migrator): Promise<void> {
  const { testEnv } = migrator
  const { app, report, instance } = testEnv
  const id = await startAndWait(migrator)
  await instance.worker.stop('SIGKILL')
  await instance.startWorker()
  const deployment = await testEnv.waitFor(app, id)
  report.expect(deployment.status === 'live', `crash: ${JSON.stringify(deployment.error)}`)
  report.expect((await migrator.readRehearsal(id))?.status === 'passed', 'crash: the rehearsal started over')
  const left = await migrator.listLeftovers()
  report.expect(left.length === 0, `crash: left on the server: ${left.join(' ')}`)
  report.expect(await hasMark(migrator), 'crash: the release command ran on the real data once')
}

async function startAndWait(migrator: Migrator): Promise<string> {
  const id = await migrator.start(slow)
  await eventually('the release command runs on the copy', () => isOnCopy(migrator), { withinMs: 120_000 })
  return id
}

async function isOnCopy({ testEnv }: Migrator): Promise<boolean> {
  const filters = ['--filter', 'label=longshore.role=rehearsal', '--filter', 'name=-rehearsal$']
  return (await testEnv.server.target.mustExec(['docker', 'ps', '--quiet', ...filters])).trim() !== ''
}

async function hasMark({ testEnv }: Migrator): Promise<boolean> {
  return (await testEnv.query('postgres', `select to_regclass('mark') is not null`)).trim() === 't'
}
