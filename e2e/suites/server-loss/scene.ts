/** One environment whose servers are lost, and what the suite reads on them. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Recovery } from '@longshore/sdk'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { type BackupTestEnv, queryOn } from '../../support/backup-test-env.ts'
import type { DeployServer } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'

export const baseImages = ['node:24-slim']

export interface Scene extends AsyncDisposable {
  readonly testEnv: BackupTestEnv
  readonly sql: ReturnType<typeof createSqlClient>
  /** Path of the environment in the API. */
  readonly at: string
  /** Server of the environment now. */
  here: DeployServer
  /** A server that is empty. */
  there: DeployServer
  /** Servers that the suite started after the first two. */
  readonly started: AsyncDisposableStack
  readonly figures: {
    recovered: number
    data_equal: number
    fenced: number
    drills: number
    predicted_s: number
    measured_s: number
    predicted_loss_s: number
    measured_loss_s: number
    left: number
  }
}

const hash = `select md5(string_agg(a::text, '' order by id)) || ' ' || count(*) from accounts a; select * from totals;`
const files = `cd /uploads
find . -printf '%p %y %m %U:%G %n %l\\n' | sort
find . -type f | sort | xargs -d '\\n' sha256sum`

export async function openScene(testEnv: BackupTestEnv): Promise<Scene> {
  const [here, there] = testEnv.servers
  if (here === undefined || there === undefined) throw new Error('two servers were asked for')
  const sql = createSqlClient(testEnv.instance.databaseUrl)
  const started = new AsyncDisposableStack()
  const zero = { recovered: 0, data_equal: 0, fenced: 0, drills: 0, predicted_s: 0, measured_s: 0 }
  return {
    ...{ testEnv, sql, here, there, started },
    at: `/environments/${testEnv.app.environmentId}`,
    figures: { ...zero, predicted_loss_s: 0, measured_loss_s: 0, left: 0 },
    async [Symbol.asyncDispose]() {
      await started.disposeAsync()
      await sql[Symbol.asyncDispose]()
    },
  }
}

/** Hashes of everything in the database and the volume. */
export async function contentOn({ testEnv }: Scene, server: DeployServer): Promise<string> {
  const place = { container: testEnv.containerOf('postgres'), engine: 'postgres' as const }
  const rows = await patiently(() => queryOn(server, place, hash))
  const filter = `label=longshore.service-id=${testEnv.serviceIds.keeper}`
  const read = async () => {
    const container = (await server.target.mustExec(['docker', 'ps', '-q', '--filter', filter])).trim()
    return await server.target.mustExec(['docker', 'exec', '-i', container, 'bash', '-s'], { stdin: `${files}\n` })
  }
  return `${rows}\n${await patiently(read)}`
}

export async function writeOn({ testEnv }: Scene, server: DeployServer, name: string): Promise<void> {
  const place = { container: testEnv.containerOf('postgres'), engine: 'postgres' as const }
  await patiently(() => queryOn(server, place, `insert into accounts (name, balance) values ('${name}', 1);`))
  const filter = `label=longshore.service-id=${testEnv.serviceIds.keeper}`
  const container = (await server.target.mustExec(['docker', 'ps', '-q', '--filter', filter])).trim()
  await server.target.mustExec(['docker', 'exec', container, 'touch', `/uploads/${name}`])
}

/** Backs up everything, and returns when the data of the oldest backup was read. */
export async function backUpAll({ testEnv }: Scene): Promise<Date> {
  const begun = await testEnv.trigger()
  const ended = await Promise.all(begun.map(({ id }) => testEnv.waitForBackup(id)))
  for (const { status, error } of ended)
    testEnv.report.expect(status === 'succeeded', `a backup succeeds: ${JSON.stringify(error)}`)
  return new Date(Math.min(...ended.map(({ startedAt, createdAt }) => Date.parse(startedAt ?? createdAt))))
}

/** Names of everything with our labels, except the proxy, by the filter of Docker. */
export async function labeledOn({ target }: DeployServer, label: string): Promise<string[]> {
  const lists = await Promise.all(
    [
      ['ps', '--all', '--format', '{{.Names}}'],
      ['volume', 'ls', '--format', '{{.Name}}'],
      ['network', 'ls', '--format', '{{.Name}}'],
      ['image', 'ls', '--format', '{{.ID}}'],
    ].map((args) => target.mustExec(['docker', ...args, '--filter', `label=${label}`])),
  )
  return lists.flatMap((text) => text.split('\n').filter((line) => line !== ''))
}

export async function volumesOn({ testEnv }: Scene, { target }: DeployServer): Promise<string[]> {
  const filter = `label=longshore.environment=${testEnv.app.environmentId}`
  const text = await target.mustExec(['docker', 'volume', 'ls', '--quiet', '--filter', filter])
  return text.split('\n').filter((line) => line !== '')
}

export async function containersOn({ testEnv }: Scene, { target }: DeployServer): Promise<string[]> {
  const filter = `label=longshore.environment=${testEnv.app.environmentId}`
  const text = await target.mustExec(['docker', 'ps', '--all', '--format', '{{.Names}}', '--filter', filter])
  return text.split('\n').filter((line) => line !== '')
}

export async function expectSoon(
  { report }: Pick<BackupTestEnv, 'report'>,
  what: string,
  holds: () => Promise<boolean>,
): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds().catch(() => false)) return true
    await delay(100)
  }
  return report.expect(false, what)
}

export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries > 60) throw error
    }
    await delay(250)
  }
}

export async function readRecovery({ testEnv, at }: Scene): Promise<Recovery> {
  return await mustAsk<Recovery>(testEnv, 'GET', `${at}/recovery`)
}
