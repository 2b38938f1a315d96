/** The installation with two tenants on the machine that it runs on: `attacker`, whose app probes what a request names, and `victim`. */

import { join } from 'node:path'
import type { Deployment, Environment, Server } from '@longshore/sdk'
import { createRepository, type RepositoryFile } from '../../fixtures/repository.ts'
import type { Target } from '../../fixtures/target.ts'
import { webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { type InstallTestEnv, zone } from '../../support/install-test-env.ts'
import { signUp } from '../../support/installation/install-scenario.ts'
import { ask, mustCall, visitPlain } from '../../support/installed-client.ts'
import type { Report } from '../../support/report.ts'
import type { ResponseView } from '../../support/response-view.ts'
import { proberFiles } from './prober.ts'

export interface Tenants {
  readonly testEnv: InstallTestEnv
  readonly report: Report
  readonly serverId: string
  readonly attacker: TenantApp
  readonly victim: TenantApp
  call<Body = ResponseView>(method: string, path: string, body?: Record<string, unknown>): Promise<Body>
  /** Commits these files, deploys, and waits for the result. */
  deploy(app: TenantApp): Promise<Deployment>
  createApp(name: string, files: readonly RepositoryFile[]): Promise<TenantApp>
}

export interface TenantApp {
  readonly environmentId: string
  readonly hostname: string
}

/** Current servers run containers below systemd. The test rig's own default is older. */
export async function useSystemdGroups(target: Target): Promise<void> {
  const settings = JSON.parse(await target.mustExec(['cat', '/etc/docker/daemon.json']))
  delete settings['cgroup-parent']
  const content = JSON.stringify({ ...settings, 'exec-opts': ['native.cgroupdriver=systemd'] })
  await target.mustExec(['tee', '/etc/docker/daemon.json'], { stdin: content })
  await target.mustExec(['systemctl', 'restart', 'docker'], { deadlineMs: 120_000 })
}

export async function startTenants(testEnv: InstallTestEnv, report: Report): Promise<Tenants> {
  const link = await testEnv.follow('install-with-compose.md', 'install')
  await eventually('the dashboard is served', async () => (await ask(testEnv, { path: '/' })).status === 200, {
    withinMs: 120_000,
    everyMs: 300,
    retriesErrors: true,
  })
  const token = await signUp(testEnv, link)
  const call: Tenants['call'] = <Body>(method: string, path: string, body?: Record<string, unknown>) =>
    mustCall<Body>(testEnv, { method, path, token, ...(body === undefined ? {} : { body }) })
  const [server] = (await call<{ items: [Server] }>('GET', '/servers')).items
  await call('PATCH', `/servers/${server.id}`, { baseDomain: `apps.${zone}` })
  const createApp = async (name: string, files: readonly RepositoryFile[]) => {
    await createRepository(join(testEnv.repositories, `${name}.git`), [...files])
    const project = await call('POST', '/projects', { name, repository: { url: testEnv.gitUrl(`${name}.git`) } })
    const place = { projectId: project.id, name: 'production', branch: 'main', serverId: server.id }
    const environment = await call('POST', '/environments', place)
    await call('POST', `/environments/${environment.id}/services`, { services: [webService()] })
    const shown = await call<Environment>('GET', `/environments/${environment.id}`)
    return { environmentId: environment.id, hostname: String(shown.domains[0]?.hostname) }
  }
  const deploy = async (app: TenantApp) => {
    const path = `/environments/${app.environmentId}/deployments`
    const { id } = await call('POST', path, {})
    return await eventually('the deployment ends', () => call<Deployment>('GET', `${path}/${id}`), {
      holds: ({ finishedAt }) => finishedAt !== null,
      withinMs: 300_000,
      everyMs: 300,
      retriesErrors: true,
    })
  }
  const tenants = { testEnv, report, serverId: server.id, call, deploy, createApp }
  const [attacker, victim] = [await createApp('attacker', proberFiles()), await createApp('victim', proberFiles())]
  for (const app of [attacker, victim]) {
    const { status, error } = await deploy(app)
    if (status !== 'live') throw new Error(`an app is ${status}: ${JSON.stringify(error)}`)
  }
  return { ...tenants, attacker, victim }
}

/** Addresses that an app or its build could connect to. */
export interface ProbeReport {
  reached: string[]
  sockets: string[]
}

/** The app's response, through the proxy. */
export async function askApp<Body = ProbeReport>({ testEnv }: Tenants, app: TenantApp, path: string): Promise<Body> {
  const text = await visitPlain(testEnv, app.hostname, path)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${app.hostname}${path} says ${text.slice(0, 200)}`)
  }
}
