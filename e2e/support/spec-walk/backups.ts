/** Backs up a database, restores it, and imports a file, and checks its content each time. */
import type { Target } from '../../fixtures/target.ts'
import type { Walker } from './walker.ts'

const ends = ['succeeded', 'failed', 'cancelled', 'reverted']
const seed = `create table walks (place text); insert into walks values ('quay'), ('pier');`
const file = `create table imported (place text);\ninsert into imported values ('lighthouse');\n`

export async function walkBackups(walker: Walker, target: Target, id: string): Promise<void> {
  const path = { id }
  const { services } = await walker.readState(`/environments/${id}`)
  const container = `longshore-${services.find(({ name }) => name === 'db')?.id}`
  const query = (text: string) => ask(target, container, text)
  await query(seed)

  const config = { destination: { type: 'controlPlane' }, schedule: '0 3 * * *', restoreTests: 'off' }
  await walker.call('PATCH /environments/:id/backups/config', { path, body: config })
  const begun = await walker.call('POST /environments/:id/backups/trigger', { path, body: {} })
  const bid = String(begun.items[0]?.id)
  await expectEnd(walker, `/environments/${id}/backups/${bid}`)
  const { items } = await walker.call('GET /environments/:id/backups', { path })
  walker.report.expect(items[0]?.id === bid, 'the backup is not in its list')

  await query('drop table walks;')
  const body = { target: 'inPlace', confirm: 'production', safetyBackup: false }
  const restore = await walker.call('POST /environments/:id/backups/:bid/restore', { path: { id, bid }, body })
  await expectEnd(walker, `/environments/${id}/backups/restores/${restore.id}`)
  const restored = await query('select count(*) from walks;')
  walker.report.expect(restored === '2', `after the restore there are ${restored} rows`)

  const how = { confirm: 'production', safetyBackup: 'false' }
  const taken = await walker.call('POST /environments/:id/backups/import', { path, query: how, body: file })
  await expectEnd(walker, `/environments/${id}/backups/imports/${taken.id}`)
  const imported = await query('select place from imported;')
  walker.report.expect(imported === 'lighthouse', `after the import it holds "${imported}"`)
}

async function expectEnd(walker: Walker, path: string): Promise<void> {
  const { status, error } = await walker.pollUntil(path, (found) => ends.includes(String(found.status)))
  walker.report.expect(status === 'succeeded', `${path}: ${status} ${JSON.stringify(error)}`)
}

async function ask(target: Target, container: string, text: string): Promise<string> {
  const client = 'PGPASSWORD=$POSTGRES_PASSWORD psql -XAtq -v ON_ERROR_STOP=1 -U $POSTGRES_USER -d $POSTGRES_DB'
  const stdin = `${client} <<'LONGSHORE'\n${text}\nLONGSHORE\n`
  return (await target.mustExec(['docker', 'exec', '-i', container, 'bash', '-s'], { stdin })).trim()
}
