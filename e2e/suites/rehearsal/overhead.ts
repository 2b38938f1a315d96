/** How long a rehearsal of a release command that does nothing takes, with 1 GB of data. */
import { isQuick } from '../../support/command-line.ts'
import type { Migrator } from './migrator.ts'
import { commandFor } from './seed.ts'

/** Bytes of one row in the dump. */
const rowBytes = 1_000
const wantedBytes = isQuick ? 50_000_000 : 1_000_000_000

export async function measureOverhead(migrator: Migrator): Promise<void> {
  const { testEnv } = migrator
  const { report } = testEnv
  const rows = wantedBytes / rowBytes
  await testEnv.query(
    'postgres',
    `drop table if exists orders; create table blobs (id int primary key, t text);
insert into blobs select n, repeat(md5(n::text), 31) from generate_series(1, ${rows}) n;`,
  )
  const backup = await testEnv.backUp('postgres')
  report.expect(backup.status === 'succeeded', `overhead: ${JSON.stringify(backup.error)}`)
  const { deployment, rehearsal } = await migrator.deploy(commandFor('postgres', 'none'))
  report.expect(deployment.status === 'live', `overhead: ${JSON.stringify(deployment.error)}`)
  report.expect(
    rehearsal?.status === 'passed',
    `overhead: ${JSON.stringify(rehearsal?.skipped ?? rehearsal?.findings)}`,
  )
  const [copy] = rehearsal?.databases ?? []
  const seconds = (ms: number) => Math.round(ms / 100) / 10
  report.figure('rehearsed_mb', Math.round((copy?.restoredBytes ?? 0) / 1e6))
  report.figure('restore_s', seconds(copy?.restoreMs ?? 0))
  const total = seconds(rehearsal?.durationMs ?? 0)
  report.figure(isQuick ? 'overhead_50mb_s' : 'overhead_1gb_s', total)
  report.expect(isQuick || (copy?.restoredBytes ?? 0) > 900_000_000, 'overhead: 1 GB was restored')
}
