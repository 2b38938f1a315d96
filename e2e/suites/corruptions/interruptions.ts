/**
 * Backups that are interrupted: the worker dies at every step, the connection to the server or the storage breaks, the
 * database restarts, the tool is killed, or a user cancels. The reported result is true: a successful backup is
 * complete, and any other leaves nothing in the storage or on the server.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Backup } from '@longshore/sdk'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { filesOf } from '../../support/backups/backups.ts'
import { isQuick, numberOption } from '../../support/command-line.ts'
import { ask } from '../../support/servers.ts'

/** Each round tries every interruption once. */
const rounds = numberOption('rounds', isQuick ? 1 : 10)
/** Random data doesn't compress, so the dump takes a while. */
export const noiseRows = isQuick ? 60_000 : 150_000
/** Long, because a machine without free CPU time is slow and not wrong. */
const settleMs = 600_000
const ended = new Set(['succeeded', 'failed', 'cancelled'])

export async function seedNoise({ query }: Pick<BackupTestEnv, 'query'>): Promise<void> {
  await query(
    'postgres',
    `create table noise (id int, text text);
insert into noise select n, (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 16) m) from generate_series(1, ${noiseRows}) n;`,
  )
}

/** How each of them is brought about. `isWithin`: not before bytes of the dump have passed. */
interface Interruption {
  readonly name: string
  /** The worker kills itself at this point. */
  readonly armed?: string
  readonly isWithin?: boolean
  strike?(testEnv: BackupTestEnv, backup: Backup): Promise<void>
}

const interruptions: readonly Interruption[] = [
  { name: 'worker dies before the dump', armed: 'start:dump' },
  {
    name: 'worker dies within the dump',
    isWithin: true,
    strike: async ({ instance }) => instance.worker.signal('SIGKILL'),
  },
  { name: 'worker dies after the dump', armed: 'ran:dump' },
  { name: 'worker dies after the manifest', armed: 'ran:upload' },
  { name: 'worker dies after the check', armed: 'ran:verify' },
  {
    name: 'the line to the server breaks',
    isWithin: true,
    strike: async ({ server }) => void (await server.target.exec(['pkill', '-KILL', '-f', '^sshd: root'])),
  },
  {
    name: 'the database is started again',
    isWithin: true,
    strike: async (testEnv) =>
      void (await testEnv.server.target.mustExec([
        'docker',
        'restart',
        '--time',
        '0',
        testEnv.containerOf('postgres'),
      ])),
  },
  {
    name: 'the tool is killed',
    isWithin: true,
    strike: async ({ server }, { id }) => void (await server.target.exec(['docker', 'kill', `longshore-${id}`])),
  },
  {
    name: 'the store goes away',
    isWithin: true,
    async strike({ s3 }) {
      await s3.stop()
      await delay(2_000)
      await s3.run()
    },
  },
  {
    name: 'somebody cancels',
    isWithin: true,
    strike: async (testEnv, { id }) =>
      void (await ask(testEnv, 'POST', `/environments/${testEnv.app.environmentId}/backups/${id}/cancel`)),
  },
]

export async function interruptBackups(testEnv: BackupTestEnv): Promise<void> {
  const { report, instance } = testEnv
  await using sql = createSqlClient(instance.databaseUrl)
  const outcomes: Record<string, number> = {}
  let count = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const interruption of interruptions) {
      const before = (await filesOf(testEnv.s3.folder)).length
      if (interruption.armed !== undefined)
        await sql.query('insert into test_arms (point) values ($1) on conflict do nothing', [interruption.armed])
      const [begun] = await testEnv.trigger('postgres')
      if (begun === undefined) throw new Error('no backup was started')
      await interrupt(testEnv, interruption, begun)
      const backup = await settle(testEnv, begun.id)
      await sql.query('delete from test_arms')
      await judge(testEnv, { backup, before, name: `${interruption.name} (${round})` })
      console.error(`  ${interruption.name}: ${backup.status} ${backup.error?.code ?? ''}`)
      outcomes[backup.status] = (outcomes[backup.status] ?? 0) + 1
      count += 1
    }
  }
  report.figure('interruptions', count)
  for (const [status, times] of Object.entries(outcomes)) report.figure(status, times)
}

async function interrupt(testEnv: BackupTestEnv, { isWithin, strike }: Interruption, begun: Backup): Promise<void> {
  if (strike === undefined) return
  if (isWithin === true) {
    const name = `longshore-${begun.id}`
    const runs = async () => (await testEnv.server.target.exec(['docker', 'top', name])).exitCode === 0
    for (const deadline = Date.now() + settleMs; !(await runs()); await delay(50)) {
      const { status } = await testEnv.readBackup(begun.id)
      if (ended.has(status) || status === 'verifying' || Date.now() > deadline) break
    }
  }
  await strike(testEnv, begun)
}

/** Waits until the run has ended and nothing is in progress, and restarts the worker whenever it died. */
async function settle(testEnv: BackupTestEnv, id: string): Promise<Backup> {
  for (const deadline = Date.now() + settleMs; ; await delay(200)) {
    if (!testEnv.instance.worker.isRunning) await testEnv.instance.startWorker().catch(() => undefined)
    const backup = await testEnv.readBackup(id)
    if (ended.has(backup.status)) return backup
    if (Date.now() > deadline) throw new Error(`the backup stays ${backup.status}`)
  }
}

async function judge(
  { report, s3, server }: BackupTestEnv,
  { backup, before, name }: { backup: Backup; before: number; name: string },
): Promise<void> {
  const files = await filesOf(s3.folder)
  const own = files.filter((file) => file.includes(backup.id))
  if (backup.status === 'succeeded') {
    report.expect(own.length === 2, `${name}: two objects, not ${own.length}`)
    const archive = own.find((file) => file.endsWith('.age'))
    const hash =
      archive === undefined
        ? ''
        : createHash('sha256')
            .update(await readFile(archive))
            .digest('hex')
    report.expect(hash === backup.sha256, `${name}: the stored objects match the reported ones`)
    const noise = backup.content?.tables.find((table) => table.name === 'public.noise')
    report.expect(noise?.rows === noiseRows, `${name}: all rows are in it, not ${noise?.rows}`)
  } else report.expect(own.length === 0, `${name} (${backup.status}): nothing is left of it: ${own.join(' ')}`)
  const kept = backup.status === 'succeeded' ? 2 : 0
  report.expect(files.length === before + kept, `${name}: no other object came or went`)
  const left = await server.target.mustExec(['docker', 'ps', '-aq', '--filter', 'label=longshore.role=backup'])
  report.expect(left.trim() === '', `${name}: no container is left`)
}
