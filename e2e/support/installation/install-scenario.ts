import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment, Server } from '@longshore/sdk'
import { bridgeAddress } from '../../fixtures/bridge-address.ts'
import { createRepository, type RepositoryFile } from '../../fixtures/repository.ts'
import { nodeApp, webService } from '../deploy-test-env.ts'
import { eventually } from '../eventually.ts'
import { type InstallTestEnv, zone } from '../install-test-env.ts'
import { ask, mustCall, visitPlain } from '../installed-client.ts'
import type { Report } from '../report.ts'
import type { ResponseView } from '../response-view.ts'
import { installedTag } from './image.ts'
import { readMemory, total } from './memory.ts'
import { checkWaysOut } from './outbound-connections.ts'

export const appText = 'hello from the machine itself'
const idleMb = 700
export const person = { email: `ops@${zone}`, password: 'correct horse battery staple 9' }

export async function runScenario(testEnv: InstallTestEnv, report: Report): Promise<void> {
  const { target } = testEnv
  const commands: string[] = []
  const began = performance.now()
  const link = await testEnv.follow('install-with-compose.md', 'install', (line, ms) => {
    commands.push(line)
    console.error(`  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${line}`)
  })
  report.figure('commands', commands.length)
  report.figure('commands_s', Math.round((performance.now() - began) / 1_000))
  await checkHardening(testEnv, report)
  await checkWaysOut(testEnv, report)
  await checkImage(testEnv, report)
  const served = await secondsOf(
    eventually(
      'the dashboard is served with its certificate',
      async () => {
        const answer = await ask(testEnv, { path: '/' })
        return answer.status === 200 && answer.text.includes('<div id="root"')
      },
      { withinMs: 120_000, everyMs: 300, retriesErrors: true },
    ),
  )
  report.figure('dashboard_s', served)
  const stranger = await ask(testEnv, {
    method: 'POST',
    path: '/api/v1/auth/register',
    body: { ...person, email: `stranger@${zone}` },
  })
  report.expect(stranger.status === 403, `without the link anyone can register: ${stranger.status}`)
  const token = await signUp(testEnv, link)
  // Limits and the audit log use the client's IP address, not the proxy's.
  const sessions = await mustCall(testEnv, { path: '/auth/sessions', token })
  const seen = sessions.items.map(({ ip }: { ip: string }) => ip).join()
  report.expect(seen === (await bridgeAddress()), `the api takes its caller for ${seen}`)
  const servers = await mustCall<{ items: [Server] }>(testEnv, { path: '/servers', token })
  const [server] = servers.items
  report.expect(servers.items.length === 1 && server.status === 'ready', `the machine is ${JSON.stringify(server)}`)
  await delay(5_000)
  const idle = await readMemory(target)
  console.error(`  idle: ${JSON.stringify(Object.fromEntries(idle))}`)
  report.figure('idle_mb', total(idle))
  report.expect(total(idle) <= idleMb, `idle it takes ${total(idle)} MB, the bar is ${idleMb}`)
  await deployApp(testEnv, report, { token, serverId: server.id })
  await askDoctor(testEnv, report)
}

/** A new installation has no faults, and the remaining steps are listed. */
async function askDoctor({ target }: InstallTestEnv, report: Report): Promise<void> {
  for (const side of ['worker', 'api']) {
    const stdin = `cd /opt/longshore && docker compose run --rm --no-deps ${side} doctor`
    const { exitCode, stdout } = await target.exec(['bash', '-s'], { stdin, deadlineMs: 120_000 })
    const lines = stdout.split('\n').filter((line) => !line.startsWith('ok '))
    console.error(
      lines
        .slice(0, 40)
        .map((line) => `  doctor (${side}): ${line}`)
        .join('\n'),
    )
    report.expect(exitCode === 0, `doctor finds faults from the side of the ${side}`)
  }
}

/** The parts of `docker inspect` that say what a container may do. */
interface InspectedContainer {
  Name: string
  Args: string[]
  Config: { User: string; Env: string[]; Cmd: string[] }
  HostConfig: { ReadonlyRootfs: boolean; CapDrop?: string[]; PortBindings?: Record<string, { HostIp: string }[]> }
}

/** Not root, no writable files, and only the API's port, on loopback. */
async function checkHardening({ target }: InstallTestEnv, report: Report): Promise<void> {
  const ids = (
    await target.mustExec(['docker', 'ps', '--quiet', '--filter', 'label=com.docker.compose.project'])
  ).split('\n')
  for (const found of JSON.parse(await target.mustExec(['docker', 'inspect', ...ids])) as InspectedContainer[]) {
    const name = found.Name
    report.expect(found.Config.User === '10001:10001', `${name} runs as ${found.Config.User}`)
    report.expect(found.HostConfig.ReadonlyRootfs === true, `${name} can write its files`)
    report.expect(found.HostConfig.CapDrop?.includes('ALL') === true, `${name} has capabilities`)
    const bound = Object.values(found.HostConfig.PortBindings ?? {}).flat()
    report.expect(
      bound.every(({ HostIp }) => HostIp === '127.0.0.1'),
      `${name} is open to the public`,
    )
    const said = JSON.stringify([found.Config.Env, found.Config.Cmd, found.Args])
    report.expect(!/AGE-SECRET-KEY|postgresql:\/\/longshore:[^@]/.test(said), `${name} has a secret in its settings`)
  }
  report.figure('containers', ids.length)
}

/** The image lists its packages and contains no build tools. */
async function checkImage({ target }: InstallTestEnv, report: Report): Promise<void> {
  const inside = ['docker', 'run', '--rm', '--network', 'none', '--entrypoint']
  const list = JSON.parse(await target.mustExec([...inside, 'cat', installedTag, '/app/sbom.cdx.json']))
  const listed = new Set((list.components as { purl?: string }[]).map(({ purl = '' }) => purl))
  report.figure('packages', listed.size)
  report.expect(
    [...listed].some((purl) => purl.includes('fastify@')),
    'the list of packages names no fastify',
  )
  report.expect(![...listed].some((purl) => purl.includes('/vitest@')), 'the list of packages names what only tests')
  const size = Number(await target.mustExec(['docker', 'image', 'inspect', '--format', '{{.Size}}', installedTag]))
  report.figure('image_mb', Math.round(size / 1_000_000))
  const npm = await target.exec([...inside, 'npm', installedTag, '--version'])
  report.expect(npm.exitCode !== 0, 'the image can install packages')
}

export async function signUp(testEnv: InstallTestEnv, link: string): Promise<string> {
  const [, setupToken = ''] = /\/setup#token=(\S+)/.exec(link) ?? []
  const session = await mustCall(testEnv, { method: 'POST', path: '/auth/register', body: { ...person, setupToken } })
  return session.accessToken
}

/** Returns the app's hostname. `files` must respond with `appText` at `/`. */
export async function deployApp(
  testEnv: InstallTestEnv,
  report: Report,
  { token, serverId, files = nodeApp(appText) }: { token: string; serverId: string; files?: RepositoryFile[] },
): Promise<string> {
  const call = <Body = ResponseView>(method: string, path: string, body?: Record<string, unknown>) =>
    mustCall<Body>(testEnv, { method, path, token, ...(body === undefined ? {} : { body }) })
  await createRepository(join(testEnv.repositories, 'shop.git'), files)
  await call('PATCH', `/servers/${serverId}`, { baseDomain: `apps.${zone}` })
  const project = await call('POST', '/projects', { name: 'shop', repository: { url: testEnv.gitUrl('shop.git') } })
  const place = { projectId: project.id, name: 'production', branch: 'main', serverId }
  const environment = await call('POST', '/environments', place)
  await call('POST', `/environments/${environment.id}/services`, { services: [webService()] })
  const deployment = await call('POST', `/environments/${environment.id}/deployments`, {})
  const path = `/environments/${environment.id}/deployments/${deployment.id}`
  let during = 0
  let last = deployment
  report.figure(
    'deploy_s',
    await secondsOf(
      eventually(
        'the app is live',
        async () => {
          last = await call('GET', path)
          during = Math.max(during, total(await readMemory(testEnv.target)))
          return last.finishedAt !== null
        },
        { withinMs: 300_000, everyMs: 300, retriesErrors: true },
      ),
    ),
  )
  report.expect(last.status === 'live', `the deployment is ${last.status}: ${JSON.stringify(last.error)}`)
  report.figure('build_mb', during)
  const shown = await call<Environment>('GET', `/environments/${environment.id}`)
  const hostname = String(shown.domains[0]?.hostname)
  // An automatic hostname has no certificate that the test trusts. A domain would have one.
  const visit = await visitPlain(testEnv, hostname)
  report.expect(visit === appText, `${hostname} says ${visit.slice(0, 200)}`)
  await delay(10_000)
  const after = await readMemory(testEnv.target)
  console.error(`  after: ${JSON.stringify(Object.fromEntries(after))}`)
  report.figure('after_mb', total(after))
  return hostname
}

/** The duration in seconds with one decimal. */
async function secondsOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return Math.round((performance.now() - began) / 100) / 10
}
