/**
 * The control plane is lost and restored from a backup that is five deployments old. Visitors must not notice: neither
 * for apps that the backup knows in an older version, nor for apps that it doesn't know at all.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { RuntimeError } from '@longshore/remote/runtime'
import type { Environment } from '@longshore/sdk'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { S3Server } from '../../fixtures/s3-server.ts'
import { call, password, toSignedIn } from '../../support/client.ts'
import { type App, type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { startLoad, visit } from '../../support/deployments/visits.ts'
import { runCommand } from '../../support/installation/run-server-command.ts'
import { mustAsk } from '../../support/servers.ts'
import { withRuntime } from '../../support/zero-downtime/test-env.ts'

const later = 5
const requestsPerSecond = 20
const waitMs = 90_000
const everyMinute = { INSTANCE_BACKUP_SCHEDULE: '* * * * *', INSTANCE_BACKUP_KEEP: '1' }

export interface DrillOptions {
  readonly testEnv: DeployTestEnv
  readonly server: DeployServer
  readonly store: S3Server
  /** How often the worker compares servers with the database. */
  readonly sweepSeconds: number
}

export async function rehearse({ testEnv, server, store, sweepSeconds }: DrillOptions): Promise<void> {
  const { report, instance } = testEnv
  // Restoring needs the login that owns the tables.
  const operator = { ...instance.environment, DATABASE_URL: instance.databaseUrl, ...storeSettings(store) }
  const known = await publish(testEnv, server, 'known', 1)
  const kit = await runCommand(operator, 'recovery-kit')
  const underWay = await backUpDuringDeployment(testEnv, known.app, operator)
  const loads = [startLoad(server, known.hostname, requestsPerSecond)]
  for (let number = 3; number <= 1 + later; number += 1) await deployVersion(testEnv, known.app, number)
  const unknown = await publish(testEnv, server, 'unknown', 1)
  loads.push(startLoad(server, unknown.hostname, requestsPerSecond))
  const before = await listContainers(server)

  const lostAt = performance.now()
  await loseControlPlane(testEnv)
  // Only the recovery kit, the bucket and an empty database are left.
  const restored = { ...withoutKeys(operator), ...readKit(kit) }
  // After this point the worker also backs up the instance.
  Object.assign(instance.environment, storeSettings(store), everyMinute)
  const restoring = await runCommand(restored, 'restore', 'latest')
  report.expect(restoring.includes('epoch 2 begins'), `the restore says: ${restoring}`)
  await instance.startWorker()
  await instance.startApi()
  report.figure('back_s', ((performance.now() - lostAt) / 1_000).toFixed(1))
  await signInAgain(testEnv)

  await waitUntilReported(testEnv)
  // Long enough for every automatic repair.
  await delay(4 * sweepSeconds * 1_000)
  const after = await listContainers(server)
  const stopped = before.filter((each) => !after.includes(each))
  report.figure('containers', before.length)
  report.figure('containers_stopped', stopped.length)
  report.expect(stopped.length === 0, `stopped or restarted: ${stopped.join(', ')}`)
  const served = await visit(server, known.hostname)
  report.expect(served === `version ${1 + later}`, `after the restore it answers "${served}"`)
  const { drift } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${known.app.environmentId}`)
  report.expect(drift.length > 0, 'the environment does not say that the server has something newer')
  const old = await testEnv.waitFor(known.app, underWay)
  report.expect(
    old.status === 'failed' && old.error?.code === 'control_plane_restored',
    `what was under way became ${old.status}: ${JSON.stringify(old.error)}`,
  )
  await refuseStaleFences(testEnv, server, [known.app, unknown.app])

  await deployVersion(testEnv, known.app, 2 + later)
  const next = await visit(server, known.hostname)
  report.expect(next === `version ${2 + later}`, `after the next deployment it answers "${next}"`)
  const other = await visit(server, unknown.hostname)
  report.expect(other === 'version 1', `what the database does not know answers "${other}" after a deployment`)

  const results = await Promise.all(loads.map((load) => load.stop()))
  const lost = results.flatMap((each) => each.failed)
  report.figure(
    'requests',
    results.reduce((sum, each) => sum + each.all, 0),
  )
  report.figure('requests_lost', lost.length)
  report.expect(lost.length === 0, `lost: ${lost.slice(0, 5).join('; ')}`)
  await confirm(testEnv, server, unknown.app, restored)
  await waitForInstanceBackup(testEnv, restored)
}

/** The next deployment is in the middle of its build when the backup is created, and is live afterwards. */
async function backUpDuringDeployment(
  testEnv: DeployTestEnv,
  app: App,
  operator: Record<string, string>,
): Promise<string> {
  await testEnv.commit(app, nodeApp('version 2', 'RUN sleep 12\n'))
  const id = await testEnv.deploy(app)
  await testEnv.waitFor(app, id, ({ step }) => step === 'build-image')
  const said = await runCommand(operator, 'backup')
  testEnv.report.expect(said.includes('read back and verified'), `the backup says: ${said}`)
  const during = await testEnv.read(app, id)
  testEnv.report.expect(during.finishedAt === null, 'the backup was made after the deployment')
  await waitUntilLive(testEnv, app, id)
  return id
}

/** The schedule creates the backup, and only the newest archive is kept. */
async function waitForInstanceBackup(
  { instance, report }: DeployTestEnv,
  operator: Record<string, string>,
): Promise<void> {
  const since = `finished_at > (select max(restored_at) from instance_restores)`
  const read = () =>
    query<{ status: string; error: unknown }>(
      instance.databaseUrl,
      `select status, error from instance_backups where ${since}`,
    )
  let backups = await read()
  for (const deadline = Date.now() + 3 * 60_000; !backups.some(isSucceeded) && Date.now() < deadline; await delay(500))
    backups = await read()
  if (!backups.some(isSucceeded))
    throw new Error(`the control plane did not back itself up: ${JSON.stringify(backups)}`)
  const listed = (await runCommand(operator, 'restore')).split('\n').filter((line) => line.endsWith('.age'))
  report.expect(listed.length === 1, `the store keeps ${listed.length} backups`)
  report.figure('scheduled_backups', 1)
}

function isSucceeded({ status }: { status: string }): boolean {
  return status === 'succeeded'
}

async function publish(testEnv: DeployTestEnv, server: DeployServer, name: string, version: number) {
  const app = await testEnv.createApp(name, { files: nodeApp(`version ${version}`), services: [webService()], server })
  await waitUntilLive(testEnv, app, await testEnv.deploy(app))
  const { domains } = await mustAsk<Environment>(testEnv, 'GET', `/environments/${app.environmentId}`)
  return { app, hostname: String(domains[0]?.hostname ?? '') }
}

async function deployVersion(testEnv: DeployTestEnv, app: App, version: number): Promise<void> {
  await testEnv.commit(app, nodeApp(`version ${version}`))
  await waitUntilLive(testEnv, app, await testEnv.deploy(app))
}

async function waitUntilLive(testEnv: DeployTestEnv, app: App, id: string): Promise<void> {
  const deployment = await testEnv.waitFor(app, id)
  if (deployment.status !== 'live')
    throw new Error(`deployment ${deployment.number}: ${JSON.stringify(deployment.error)}`)
}

/** Kills the processes and removes the database and Restate's store. */
async function loseControlPlane({ instance }: DeployTestEnv): Promise<void> {
  await instance.worker.stop('SIGKILL')
  await instance.api.stop('SIGKILL')
  await instance.restate?.wipe()
  const name = new URL(instance.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
  await query(instance.postgres.url, `drop database ${name} with (force)`)
  await query(instance.postgres.url, `create database ${name}`)
}

async function signInAgain({ instance, person }: DeployTestEnv): Promise<void> {
  const old = await call(instance, 'GET', '/api/v1/auth/me', { token: person.token })
  if (old.status === 200) throw new Error('a session from before the restore still works')
  const body = { email: person.email, password }
  const answer = await call(instance, 'POST', '/api/v1/auth/login', { body })
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`)
  Object.assign(person, toSignedIn(answer, person.email))
}

async function waitUntilReported({ instance }: DeployTestEnv): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await delay(200)) {
    const rows = await query(instance.databaseUrl, 'select from server_epochs where epoch = 2')
    if (rows.length === 1) return
    if (Date.now() > deadline) throw new Error('the server did not get the new epoch')
  }
}

/**
 * A leftover worker of the lost control plane can no longer change traffic, even with the highest fence that it could
 * have.
 */
async function refuseStaleFences(
  { instance, report }: DeployTestEnv,
  server: DeployServer,
  apps: App[],
): Promise<void> {
  const [identity] = await query<{ id: string }>(instance.databaseUrl, 'select id from instance_identity')
  const { signal } = new AbortController()
  let refused = 0
  await withRuntime(server.target, { instance: identity?.id ?? '' }, async (runtime) => {
    for (const { environmentId: environment } of apps) {
      const move = runtime.switchRelease({ environment, release: null, fence: 2 * 2 ** 40 - 1 }, { signal })
      const error = await move.then(
        () => null,
        (why: unknown) => why,
      )
      if (error instanceof RuntimeError && error.code === 'stale_fence') refused += 1
      else report.expect(false, `a stale fence: ${String(error)}`)
    }
  })
  report.figure('stale_fences_refused', refused)
}

/** After that, the database decides: containers that it doesn't know are removed. */
async function confirm(testEnv: DeployTestEnv, server: DeployServer, unknown: App, operator: Record<string, string>) {
  await runCommand(operator, 'confirm-restore')
  const filter = `label=longshore.environment=${unknown.environmentId}`
  const isLeft = async () => (await server.target.mustExec(['docker', 'ps', '--quiet', '--filter', filter])) !== ''
  for (const deadline = Date.now() + waitMs; await isLeft(); await delay(500)) {
    if (Date.now() < deadline) continue
    testEnv.report.expect(false, 'after the confirmation what the database does not know stays')
    return
  }
}

/** Includes the start time, so that a restarted container is a different line. */
async function listContainers({ target }: DeployServer): Promise<string[]> {
  const ids = await target.mustExec(['docker', 'ps', '--quiet', '--no-trunc'])
  const format = '{{.Id}} {{.State.StartedAt}} {{.Name}} {{index .Config.Labels "longshore.environment"}}'
  const args = ids.split('\n').filter((each) => each !== '')
  const text = await target.mustExec(['docker', 'inspect', '--format', format, ...args])
  return text
    .split('\n')
    .filter((line) => line !== '')
    .toSorted()
}

function storeSettings(store: S3Server): Record<string, string> {
  return {
    INSTANCE_BACKUP_S3_ENDPOINT: store.endpoint,
    INSTANCE_BACKUP_S3_REGION: store.region,
    INSTANCE_BACKUP_S3_BUCKET: store.bucket,
    INSTANCE_BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
    INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  }
}

function withoutKeys({ SEALING_IDENTITIES: _, API_DERIVE_KEY: __, ...rest }: Record<string, string>) {
  return rest
}

function readKit(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

async function query<Row extends Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  await using sql = createSqlClient(url)
  return await sql.query<Row>(text)
}
