/**
 * An app that remembers what it read at its start, and keeps writing it. A restore or its undo must not let it write what it
 * remembers into the other data, and it sees that data afterward.
 */
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { restoreInPlace, waitForRestore } from '../../support/backups/restores.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk } from '../../support/servers.ts'

const program = `trap 'exit 0' TERM
me=$RANDOM$RANDOM
ask() { psql -XAtq -c "$1" "$POSTGRES_URL" 2>/dev/null; }
remembered=$(ask 'select value from remembered')
while true; do
  ask "insert into writes values ('$me', '$remembered') on conflict do nothing"
  sleep 0.5 & wait
done
`

export const rememberingApp = {
  files: [
    { path: 'memory.Dockerfile', content: 'FROM postgres:17\nCOPY remember.sh /\nCMD ["bash", "/remember.sh"]\n' },
    { path: 'remember.sh', content: program },
  ],
  service: {
    name: 'memory',
    kind: 'worker',
    source: { builder: 'dockerfile', dockerfile: 'memory.Dockerfile' },
    stabilitySeconds: 0,
    drainSeconds: 10,
  },
}

export async function restoreUnderApp(testEnv: BackupTestEnv): Promise<void> {
  const { report, query } = testEnv
  await query(
    'postgres',
    `create table remembered (value text); insert into remembered values ('backup');
create table writes (app text, value text, primary key (app, value));`,
  )
  await restartApp(testEnv)
  await written(testEnv, 'backup', [])
  const backup = await testEnv.backUp('postgres')
  await query('postgres', "update remembered set value = 'later'")
  await restartApp(testEnv)
  const before = await written(testEnv, 'later', [])
  const restore = await restoreInPlace(testEnv, backup.id)
  if (!report.expect(restore.status === 'succeeded', `restored below an app: ${JSON.stringify(restore.error)}`)) return
  report.expect(restore.warning === null, `the app is healthy: ${JSON.stringify(restore.warning)}`)
  const restored = await written(testEnv, 'backup', before)
  const late = await query('postgres', "select count(*) from writes where value = 'later'")
  report.expect(late.trim() === '0', `nothing that the app remembered is in the restored data: ${late}`)
  await mustAsk(testEnv, 'POST', `/environments/${testEnv.app.environmentId}/backups/restores/${restore.id}/undo`)
  await waitForRestore(testEnv, restore.id, ({ status, error }) => status === 'reverted' || error !== null)
  await written(testEnv, 'later', restored)
  const after = await apps(testEnv)
  const mixed = restored.filter((app) => !before.includes(app) && after.includes(app))
  report.expect(mixed.length === 0, `nor in the data that the undo brought back: ${mixed.join(' ')}`)
  await query('postgres', 'drop table remembered, writes')
  await untilUndone(testEnv)
}

/** The undo still removes the restored volume after it brought the data back, and keeps the environment until then. */
async function untilUndone({ instance }: BackupTestEnv): Promise<void> {
  await using sql = createSqlClient(instance.databaseUrl)
  const text = `select id from workflow_runs where kind = 'undo-restore' and finished_at is null`
  await eventually('the undo has ended', () => sql.query(text), {
    holds: (rows) => rows.length === 0,
    withinMs: 60_000,
  })
}

/** Waits until an app that isn't known wrote this value, and returns all apps that wrote something. */
async function written(testEnv: BackupTestEnv, value: string, known: readonly string[]): Promise<string[]> {
  await eventually(`an app started with ${value}`, () => apps(testEnv, value), {
    holds: (found) => found.some((app) => !known.includes(app)),
    retriesErrors: true,
    withinMs: 180_000,
  })
  return await apps(testEnv)
}

async function apps({ query }: BackupTestEnv, value?: string): Promise<string[]> {
  const only = value === undefined ? '' : ` where value = '${value}'`
  return (await query('postgres', `select distinct app from writes${only}`)).split('\n').filter((app) => app !== '')
}

/** On the server, because a run of the environment would be in the way of what follows. */
async function restartApp({ server: { target }, serviceIds }: BackupTestEnv): Promise<void> {
  const filter = `label=longshore.service-id=${serviceIds['memory']}`
  const container = (await target.mustExec(['docker', 'ps', '--quiet', '--filter', filter])).trim()
  await target.mustExec(['docker', 'restart', container])
}
