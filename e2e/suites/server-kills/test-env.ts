/** A real worker that is killed at a chosen step of a run on a real server, and the invariants afterwards. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { contextOf, createUnsealer, Secret } from '../../../apps/server/src/testing/internals/secrets.ts'
import { serverPrivateKey } from '../../../apps/server/src/testing/internals/servers.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { runProgram } from '../../fixtures/run.ts'
import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
import { call, type SignedIn, signUp } from '../../support/client.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import { must } from '../../support/setting.ts'

export interface TestEnv extends AsyncDisposable {
  readonly target: Target
  readonly instance: Instance
  readonly me: SignedIn
  readonly sql: ReturnType<typeof createSqlClient>
}

export interface ServerView {
  id: string
  status: string
  problem: { code: string } | null
  publicKey: string
  setupCommand: string | null
}

export async function openTestEnv(): Promise<TestEnv> {
  await using stack = new AsyncDisposableStack()
  const target = stack.use(await startTarget())
  const environment = {
    SSH_ALLOW: `127.0.0.1:${target.port}`,
    SERVER_CHECK_SECONDS: '5',
    API_REQUESTS_PER_MINUTE: '100000',
  }
  const instance = stack.use(await startInstance({ environment }))
  const sql = stack.use(createSqlClient(instance.databaseUrl))
  const me = await signUp(instance)
  const moved = stack.move()
  return { target, instance, me, sql, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

export async function register(testEnv: TestEnv, user: TargetUser): Promise<ServerView> {
  const { instance, me, target } = testEnv
  const body = { name: `As ${user}`, host: target.host, port: target.port, username: user }
  const made = await must<ServerView>(instance, 'POST', '/api/v1/servers', { token: me.token, body })
  return made.body
}

/** The command that a user pastes on the server. */
export async function installKey(testEnv: TestEnv, user: TargetUser, server: ServerView): Promise<void> {
  const home = user === 'root' ? '/root' : '/home/deploy'
  await testEnv.target.mustExec(['tee', '--append', `${home}/.ssh/authorized_keys`], { stdin: `${server.publicKey}\n` })
}

export async function authorizedKeys(testEnv: TestEnv, user: TargetUser): Promise<string[]> {
  const home = user === 'root' ? '/root' : '/home/deploy'
  const text = await testEnv.target.mustExec(['cat', `${home}/.ssh/authorized_keys`])
  return text.split('\n').filter((line) => line !== '')
}

export async function read(testEnv: TestEnv, id: string): Promise<ServerView | undefined> {
  const answer = await call<ServerView>(testEnv.instance, 'GET', `/api/v1/servers/${id}`, { token: testEnv.me.token })
  return answer.status === 404 ? undefined : answer.body
}

export async function waitForStatus(testEnv: TestEnv, id: string, status: string, withinMs = 60_000): Promise<boolean> {
  return await becomesTrue(async () => (await read(testEnv, id))?.status === status, { withinMs })
}

/** Sends SIGKILL some time after the run has entered the step. Returns whether the kill happened during the step. */
export async function killDuring(testEnv: TestEnv, runKind: string, step: string, afterMs: number): Promise<boolean> {
  const isThere = async () => {
    const rows = await testEnv.sql.query(
      `select 1 from workflow_runs where kind = $1 and finished_at is null and current_step = $2 and step_entered`,
      [runKind, step],
    )
    return rows.length > 0
  }
  const wasSeen = await becomesTrue(isThere, { withinMs: 30_000, everyMs: 2 })
  await delay(afterMs)
  const wasCaught = wasSeen && (await isThere())
  await testEnv.instance.worker.stop('SIGKILL')
  return wasCaught
}

/** Connects with the system's ssh and the current key of the database, without Longshore's code. */
export async function currentKeyLogsIn(testEnv: TestEnv, id: string, user: TargetUser): Promise<boolean> {
  const serverId = decodeId('srv', id) ?? ''
  const rows = await testEnv.sql.query<{ id: string; organization_id: string; sealed_private_key: string }>(
    `select id, organization_id, sealed_private_key from server_keys where server_id = $1 and state = 'current'`,
    [serverId],
  )
  const [row] = rows
  if (rows.length !== 1 || row === undefined) return false
  const unsealer = await createUnsealer([new Secret(testEnv.instance.environment.SEALING_IDENTITIES ?? '')])
  const context = contextOf(serverPrivateKey, row.id, row.organization_id)
  const key = await unsealer.unseal(context, row.sealed_private_key)
  const folder = await mkdtemp(join(tmpdir(), 'longshore-login-'))
  try {
    const file = join(folder, 'key')
    await writeFile(file, key.reveal(), { mode: 0o600 })
    const options = ['BatchMode=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes']
    const args = options.flatMap((option) => ['-o', option])
    const address = [`${user}@${testEnv.target.host}`, 'true']
    const login = await runProgram(['ssh', ...args, '-i', file, '-p', String(testEnv.target.port), ...address])
    return login.exitCode === 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
