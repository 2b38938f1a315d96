/**
 * Runs one starter through the product, as a user does: a project from its repository, the analysis's suggestions, a
 * deployment.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Analysis, Deployment, Environment, Page, Project } from '@longshore/sdk'
import type { RepositoryFile } from '../../fixtures/repository.ts'
import type { App, DeployTestEnv } from '../deploy-test-env.ts'
import { removeEnvironment } from '../deployments/deploy-scenario.ts'
import { listLeftovers } from '../deployments/leftovers.ts'
import { visit } from '../deployments/visits.ts'
import { eventually } from '../eventually.ts'
import { sizeOf } from '../generated-dockerfiles/on-target.ts'
import { mustAsk } from '../servers.ts'
import { type Home, loadBases } from './load-bases.ts'
import type { Outcome } from './outcome.ts'
import type { Starter } from './starter.ts'

const stepsUntilBuilt = new Set<string | null>(['resolve-source', 'fetch-source', 'plan', 'build-image'])
const analysisWithinMs = 240_000
const stopsWithinMs = 240_000
const deployWithinMs = 30 * 60_000

export async function tryStarter(home: Home, starter: Starter, files: readonly RepositoryFile[]): Promise<Outcome> {
  const { testEnv, server } = home
  const { name, title } = starter
  await loadBases(home, files)
  const published = await testEnv.publish(name, files)
  const project = await mustAsk(testEnv, 'POST', '/projects', { name, repository: { url: published.repositoryUrl } })
  const analysis = await waitForAnalysis(testEnv, project.id)
  const failed = (cause: string, detected = '–'): Outcome => {
    return { name, title, detected, builds: false, answers: false, imageBytes: null, seconds: 0, cause }
  }
  if (analysis.status !== 'completed') return failed(`analysis: ${analysis.error?.code}`)
  const detected = describe(analysis)
  const began = performance.now()
  const variables = Object.entries(starter.variables ?? {}).map(([key, value]) => ({ key, value }))
  const body = { environment: { name: 'production', serverId: server.id }, variables, deploy: true }
  const made = await mustAsk<{ environment: Environment; deployment: Deployment }>(
    testEnv,
    'POST',
    `/projects/${project.id}/finalize`,
    body,
  )
  const app: App = { ...published, environmentId: made.environment.id, projectId: project.id }
  const deployment = await waitForEnd(testEnv, app, made.deployment.id)
  const seconds = (performance.now() - began) / 1_000
  const image = Object.values(deployment.images ?? {}).find((each) => typeof each === 'string')
  const imageBytes = typeof image === 'string' ? await sizeOf(server.target, image).catch(() => null) : null
  const isLive = deployment.status === 'live'
  const cause = isLive ? await askAndStop(home, app, starter) : await explain(home, app, deployment)
  await removeEnvironment(testEnv, app)
  await mustAsk(testEnv, 'DELETE', `/projects/${project.id}`)
  const left = await listLeftovers(server)
  const builds = isLive || !stepsUntilBuilt.has(deployment.error?.step ?? deployment.step)
  const why = cause ?? (left.length === 0 ? null : `left behind: ${left.join(', ')}`)
  return { name, title, detected, builds, answers: cause === null, imageBytes, seconds, cause: why }
}

export async function waitForAnalysis(testEnv: DeployTestEnv, projectId: string): Promise<Analysis> {
  for (const deadline = Date.now() + analysisWithinMs; ; await delay(200)) {
    const { analysis } = await mustAsk<Project>(testEnv, 'GET', `/projects/${projectId}`)
    if (analysis !== null && ['completed', 'failed'].includes(analysis.status)) return analysis
    if (Date.now() > deadline) throw new Error(`the analysis stays ${analysis?.status}`)
  }
}

async function waitForEnd(testEnv: DeployTestEnv, app: App, deploymentId: string): Promise<Deployment> {
  for (const deadline = Date.now() + deployWithinMs; ; await delay(500)) {
    const deployment = await testEnv.read(app, deploymentId)
    if (['live', 'failed', 'cancelled'].includes(deployment.status)) return deployment
    if (Date.now() > deadline) throw new Error(`the deployment stays ${deployment.status} in ${deployment.step}`)
  }
}

/** Null, or what a visitor sees instead. */
async function askAndStop({ testEnv, server }: Home, app: App, { path, answer }: Starter): Promise<string | null> {
  const at = `/environments/${app.environmentId}`
  const [domain] = (await mustAsk<{ domains: [{ hostname: string }] }>(testEnv, 'GET', at)).domains
  const text = await visit(server, domain.hostname, path).catch(String)
  await mustAsk(testEnv, 'POST', `${at}/stop`)
  const isStopped = async () => (await mustAsk<Environment>(testEnv, 'GET', at)).status === 'stopped'
  await eventually('it is stopped', isStopped, { withinMs: stopsWithinMs })
  if (!text.includes(answer)) return `responds with ${text.slice(0, 120)}`
  return (await visit(server, domain.hostname, path).catch(String)).includes(answer)
    ? 'still responds when stopped'
    : null
}

async function explain({ testEnv }: Home, app: App, deployment: Deployment): Promise<string> {
  const { error } = deployment
  const path = `/environments/${app.environmentId}/deployments/${deployment.id}/logs?limit=1000`
  const log = await mustAsk<Page<{ text?: string; message?: string }>>(testEnv, 'GET', path).catch(() => ({
    items: [],
  }))
  console.error(
    log.items
      .slice(-40)
      .map((line) => `    ${line.text ?? line.message}`)
      .join('\n'),
  )
  console.error(`    ${JSON.stringify(error).slice(0, 3_000)}`)
  return `${error?.step ?? deployment.step}: ${error?.code ?? deployment.status}`
}

function describe({ services }: Analysis): string {
  const main = services.find((each) => each.kind === 'web' || each.kind === 'static') ?? services[0]
  if (main === undefined) return '–'
  const args = [main.language, main.framework, main.kind === 'static' ? 'static' : null]
  return [...new Set(args.filter((word) => word !== null))].join(', ')
}
