/** One app of the catalog from its first deployment to its removal, through the API, the proxy and the app itself. */
import { isDeepStrictEqual } from 'node:util'
import type {
  Backup,
  ConfiguredServices,
  DeployedTemplate,
  Deployment,
  EnvironmentTemplate,
  Page,
  Restore,
  TemplateDetails,
} from '@longshore/sdk'
import { imageName, loadCatalogImage } from '../../fixtures/catalog-images.ts'
import type { CatalogProgram } from '../../fixtures/catalog-programs.ts'
import { listLeftovers } from '../../support/deployments/leftovers.ts'
import { eventually } from '../../support/eventually.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import type { AppCheck } from './app-check.ts'
import type { Scene } from './scene.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { watchApp } from './watch-app.ts'

export interface Outcome {
  deployed: boolean
  restored: boolean
  updated: boolean
  rolledBack: boolean
  removed: boolean
  /** Requests that failed while the app was updated. */
  failedRequests: number
  /** How long the app didn't respond while it was updated. */
  downtimeMs: number
  /** The longest wait for a response meanwhile, because the proxy holds requests while an app restarts. */
  slowestMs: number
  seconds: number
}

interface Proof {
  readonly scene: Scene
  readonly check: AppCheck
  readonly environmentId: string
  readonly projectId: string
  readonly app: Visitor
  readonly outcome: Outcome
}

const deployWithinMs = 10 * 60_000
const backupWithinMs = 10 * 60_000
const answersWithinMs = 180_000
const deploymentEnds: ReadonlySet<string> = new Set(['live', 'failed', 'cancelled', 'superseded'])
const backupEnds: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled'])
const restoreEnds: ReadonlySet<string> = new Set(['succeeded', 'failed', 'reverted', 'cancelled'])

export async function proveApp(scene: Scene, check: AppCheck, program: CatalogProgram): Promise<Outcome> {
  const began = performance.now()
  const outcome: Outcome = {
    ...{ deployed: false, restored: false, updated: false, rolledBack: false, removed: false },
    ...{ failedRequests: 0, downtimeMs: 0, slowestMs: 0, seconds: 0 },
  }
  await loadCatalogImage(scene.server.target, program)
  const { previous = null } = program
  const earlier = previous === null ? null : { ...program, version: previous }
  if (earlier !== null) await loadCatalogImage(scene.server.target, earlier)
  await scene.publishEarlier(
    check.template,
    earlier === null ? null : { from: imageName(program), to: imageName(earlier) },
  )
  const proof = await deployFirst(scene, check, outcome)
  try {
    await proveRestore(proof)
    await proveUpdate(proof)
  } finally {
    await remove(proof)
    outcome.seconds = (performance.now() - began) / 1_000
  }
  return outcome
}

async function deployFirst(scene: Scene, check: AppCheck, outcome: Outcome): Promise<Proof> {
  const { testEnv, server } = scene
  const deployed = await mustAsk<DeployedTemplate>(testEnv, 'POST', '/catalog/deploy', {
    template: check.template,
    serverId: server.id,
    inputs: check.inputs ?? {},
  })
  const { environment, project, deployment } = deployed
  if (deployment === null) throw new Error(`${check.template}: nothing is being deployed`)
  const [domain] = environment.domains
  if (domain === undefined) throw new Error(`${check.template} has no URL`)
  const app = createVisitor(server, domain.hostname)
  const proof = { scene, check, environmentId: environment.id, projectId: project.id, app, outcome }
  await waitForLive(proof, deployment.id)
  await eventually(`${check.template} responds with its page`, () => hasPage(proof), {
    withinMs: answersWithinMs,
    retriesErrors: true,
  })
  outcome.deployed = true
  return proof
}

/** The first backup starts automatically. Its restore brings back what the app stored before it. */
async function proveRestore(proof: Proof): Promise<void> {
  const { scene, check, app, outcome } = proof
  const { report } = scene.testEnv
  const first = await eventually('the first backup ends', () => listBackups(proof), {
    holds: (items) => items.length > 0 && items.every((each) => backupEnds.has(each.status)),
    withinMs: backupWithinMs,
  })
  for (const backup of first)
    report.expect(
      backup.status === 'succeeded',
      `${check.template}: the first backup of ${backup.serviceName} ${backup.volume}: ${JSON.stringify(backup.error)}`,
    )
  const tested = await eventually('the restore tests of the first backup end', () => listBackups(proof), {
    holds: (items) => items.every((each) => each.restoreTest !== null),
    withinMs: backupWithinMs,
  })
  for (const { restoreTest, serviceName } of tested)
    report.expect(
      restoreTest?.outcome === 'passed',
      `${check.template}: the restore test of ${serviceName}: ${JSON.stringify(restoreTest?.differences)}`,
    )
  await check.write(app, 'record-kept')
  const kept = await check.read(app)
  report.expect(
    isDeepStrictEqual(kept, ['record-kept']),
    `${check.template} reads ${kept.join(', ')} after the first record`,
  )
  const backups = await backUp(proof)
  await check.write(app, 'record-lost')
  const both = await check.read(app)
  report.expect(
    isDeepStrictEqual(both, ['record-kept', 'record-lost']),
    `${check.template} reads ${both.join(', ')} after the second record`,
  )
  for (const backup of backups) await restore(proof, backup)
  const restored = await readWhenBack(proof, ['record-kept'])
  outcome.restored = report.expect(
    isDeepStrictEqual(restored, ['record-kept']),
    `${check.template} reads ${restored.join(', ')} after the restore`,
  )
}

/** From the earlier revision to the template of this release, and back. */
async function proveUpdate(proof: Proof): Promise<void> {
  const { scene, check, environmentId, app, outcome } = proof
  const { testEnv } = scene
  const { report } = testEnv
  const at = `/environments/${environmentId}`
  const live = await newestLive(proof)
  await scene.publishCurrent(check.template)
  const offered = await mustAsk<EnvironmentTemplate>(testEnv, 'GET', `${at}/template`)
  if (!report.expect(offered.hasUpdate && offered.latest !== null, `${check.template}: an update is offered`)) return
  report.expect((offered.changes ?? []).length > 0, `${check.template}: the update shows its changes`)
  const body = { revision: offered.latest?.revision }
  await mustAsk<ConfiguredServices>(testEnv, 'POST', `${at}/template/update`, body)
  const watch = watchApp(app, check.page)
  const { id } = await mustAsk<Deployment>(testEnv, 'POST', `${at}/deployments`, {})
  await waitForLive(proof, id)
  const { requests, failed, downtimeMs, slowestMs } = await watch.stop()
  Object.assign(outcome, { failedRequests: failed.length, downtimeMs, slowestMs })
  report.expect(requests > 0, `${check.template}: no request was sent during the update`)
  const { updates } = await mustAsk<TemplateDetails>(testEnv, 'GET', `/catalog/templates/${check.template}`)
  if (updates === 'zero-downtime')
    report.expect(failed.length === 0, `${check.template}: ${failed.length} requests failed: ${failed[0]}`)
  const after = await readWhenBack(proof, ['record-kept'])
  outcome.updated = report.expect(
    isDeepStrictEqual(after, ['record-kept']),
    `${check.template} reads ${after.join(', ')} after the update`,
  )
  const now = await mustAsk<EnvironmentTemplate>(testEnv, 'GET', `${at}/template`)
  report.expect(!now.hasUpdate, `${check.template}: nothing is left to update`)
  await rollBack(proof, live)
}

/** Databases and volumes keep their data: the app with the earlier settings reads it. */
async function rollBack(proof: Proof, to: Deployment): Promise<void> {
  const { scene, check, environmentId, outcome } = proof
  const path = `/environments/${environmentId}/deployments/${to.id}/rollback`
  const { id } = await mustAsk<Deployment>(scene.testEnv, 'POST', path)
  await waitForLive(proof, id)
  const after = await readWhenBack(proof, ['record-kept'])
  outcome.rolledBack = scene.testEnv.report.expect(
    isDeepStrictEqual(after, ['record-kept']),
    `${check.template} reads ${after.join(', ')} after the rollback`,
  )
}

async function remove({ scene, check, environmentId, projectId, outcome }: Proof): Promise<void> {
  const { testEnv, server } = scene
  const at = `/environments/${environmentId}`
  await mustAsk(testEnv, 'DELETE', `${at}?permanent=true`)
  const isGone = async () => (await ask(testEnv, 'GET', at)).status === 404
  await eventually(`the environment of ${check.template} is gone`, isGone, { withinMs: deployWithinMs })
  await mustAsk(testEnv, 'DELETE', `/projects/${projectId}?permanent=true`)
  const left = await listLeftovers(server)
  outcome.removed = testEnv.report.expect(left.length === 0, `${check.template} leaves behind: ${left.join(', ')}`)
}

async function waitForLive(proof: Proof, id: string): Promise<void> {
  const { scene, environmentId, check } = proof
  const path = `/environments/${environmentId}/deployments/${id}`
  const ended = await eventually('the deployment ends', () => mustAsk<Deployment>(scene.testEnv, 'GET', path), {
    holds: ({ status }) => deploymentEnds.has(status),
    withinMs: deployWithinMs,
  })
  if (ended.status === 'live') return
  const log = await mustAsk<Page<{ text?: string; message?: string }>>(scene.testEnv, 'GET', `${path}/logs?limit=1000`)
  for (const line of log.items.slice(-40)) console.error(`    ${line.text ?? line.message}`)
  throw new Error(
    `${check.template}: the deployment is ${ended.status}: ${JSON.stringify(ended.error).slice(0, 2_000)}`,
  )
}

async function newestLive({ scene, environmentId }: Proof): Promise<Deployment> {
  const path = `/environments/${environmentId}/deployments?limit=50`
  const { items } = await mustAsk<Page<Deployment>>(scene.testEnv, 'GET', path)
  const live = items.find(({ status }) => status === 'live')
  if (live === undefined) throw new Error('no deployment is live')
  return live
}

async function hasPage({ app, check: { page } }: Proof): Promise<boolean> {
  const { status, text } = await app.ask('GET', page.path, page.headers === undefined ? {} : { headers: page.headers })
  if (status < 400 && page.contains.test(text)) return true
  throw new Error(`${page.path}: ${status} ${text.slice(0, 300)}`)
}

/** Reads until the app responds with these records, because it may still be starting. Returns what it read last. */
async function readWhenBack({ check, app }: Proof, wanted: readonly string[]): Promise<string[]> {
  let last: string[] = []
  const read = async () => {
    last = await check.read(app)
    return isDeepStrictEqual(last, wanted)
  }
  const options = { withinMs: answersWithinMs, everyMs: 1_000, retriesErrors: true }
  await eventually(`${check.template} reads ${wanted.join(', ')}`, read, options).catch((error: unknown) => {
    if (last.length === 0) throw error
  })
  return last
}

async function listBackups({ scene, environmentId }: Proof): Promise<Backup[]> {
  return (await mustAsk<Page<Backup>>(scene.testEnv, 'GET', `/environments/${environmentId}/backups?limit=100`)).items
}

/** One backup of each database and volume. */
async function backUp(proof: Proof): Promise<Backup[]> {
  const { scene, environmentId, check } = proof
  const at = `/environments/${environmentId}/backups`
  const { items } = await mustAsk<{ items: Backup[] }>(scene.testEnv, 'POST', `${at}/trigger`, {})
  const ended: Backup[] = []
  for (const { id } of items)
    ended.push(
      await eventually('the backup ends', () => mustAsk<Backup>(scene.testEnv, 'GET', `${at}/${id}`), {
        holds: ({ status }) => backupEnds.has(status),
        withinMs: backupWithinMs,
      }),
    )
  const failed = ended.find(({ status }) => status !== 'succeeded')
  if (failed !== undefined) throw new Error(`${check.template}: a backup failed: ${JSON.stringify(failed.error)}`)
  return ended
}

async function restore({ scene, environmentId, check }: Proof, backup: Backup): Promise<void> {
  const at = `/environments/${environmentId}/backups`
  const body = { target: 'inPlace', confirm: 'production' }
  const { id } = await mustAsk<Restore>(scene.testEnv, 'POST', `${at}/${backup.id}/restore`, body)
  const ended = await eventually(
    'the restore ends',
    () => mustAsk<Restore>(scene.testEnv, 'GET', `${at}/restores/${id}`),
    {
      holds: ({ status }) => restoreEnds.has(status),
      withinMs: backupWithinMs,
    },
  )
  if (ended.status !== 'succeeded')
    throw new Error(
      `${check.template}: the restore of ${backup.serviceName} is ${ended.status}: ${JSON.stringify(ended.error)}`,
    )
}
