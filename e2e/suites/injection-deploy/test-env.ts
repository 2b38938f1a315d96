/** A whole Longshore, a real server with a few base images, and a small app in a Git repository. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment, Environment, FinalizedProject, Project } from '@longshore/sdk'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { ensureBuildx } from '../../fixtures/buildx.ts'
import { GitServer } from '../../fixtures/git-server.ts'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import { createRepository } from '../../fixtures/repository.ts'
import { startTarget, type Target, type TargetUser } from '../../fixtures/target.ts'
import { signUp } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { ask, bodyFor, mustAsk, register, type ServersContext } from '../../support/servers.ts'

export interface TestEnv extends ServersContext, AsyncDisposable {
  readonly target: Target
  readonly username: TargetUser
  readonly environmentId: string
  readonly serverId: string
  /** The repository with a compose file that requests every privilege. */
  readonly evilRepository: string
  readonly counts: { tried: number; accepted: number; serverErrors: number; deployments: number }
}

/** Its input, readable inside its container. Its output is in the deployment's log. */
const serverCode = `
const { createServer } = require('node:http')
const { writeFileSync } = require('node:fs')
writeFileSync('/tmp/arguments.json', JSON.stringify(process.argv.slice(2)))
createServer((request, response) => response.end('ok')).listen(8080)
process.on('SIGTERM', () => process.exit(0))
`
const releaseCode = `
for (const [key, value] of Object.entries(process.env))
  if (key.startsWith('SENTINEL')) console.log(key, value, Buffer.from(value).toString('base64'))
`
const dockerfile = `FROM node:24-slim
WORKDIR /app
ARG BUILD_NOTE
RUN --mount=type=secret,id=SENTINEL_BUILD test -s /run/secrets/SENTINEL_BUILD || true
COPY . .
USER 1000
CMD ["node", "server.js"]
`
/** All privileges that a compose file can request and Longshore never grants. */
const evilCompose = `services:
  web:
    build: .
    ports: ["8080"]
    expose: ["8080"]
    privileged: true
    cap_add: [SYS_ADMIN]
    pid: host
    ipc: host
    uts: host
    network_mode: host
    userns_mode: host
    cgroup: host
    cgroup_parent: /
    runtime: other
    devices: ["/dev/mem:/dev/mem"]
    device_cgroup_rules: ["a *:* rwm"]
    security_opt: ["seccomp:unconfined", "apparmor:unconfined"]
    sysctls: { kernel.core_pattern: "|/x" }
    oom_kill_disable: true
    pids_limit: -1
    extra_hosts: ["registry.example.com:169.254.169.254"]
    group_add: [docker]
    tmpfs: ["/run"]
    volumes:
      - "/:/host"
      - "/var/run/docker.sock:/var/run/docker.sock"
      - { type: bind, source: /etc, target: /host-etc }
      - "data:/data"
volumes:
  data: { driver: local, driver_opts: { type: none, o: bind, device: / } }
`

export const webService = {
  name: 'web',
  kind: 'web',
  source: { builder: 'dockerfile' },
  port: 8080,
  healthCheck: { type: 'http', path: '/', intervalSeconds: 1, timeoutSeconds: 2, retries: 20, startPeriodSeconds: 0 },
  drainSeconds: 0,
  stabilitySeconds: 0,
}

export async function openTestEnv(report: Report, username: TargetUser): Promise<TestEnv> {
  await using stack = new AsyncDisposableStack()
  const [target, buildx, proxyPrograms] = await Promise.all([startTarget(), ensureBuildx(), ensureProxyProgram()])
  stack.use(target)
  await loadBaseImages(target, ['node:24-slim', 'postgres:17', 'redis:7'])
  const folder = await mkdtemp(join(tmpdir(), 'longshore-injection-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await createRepository(join(folder, 'app.git'), [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.js', content: serverCode },
    { path: 'release.js', content: releaseCode },
  ])
  await createRepository(join(folder, 'evil.git'), [
    { path: 'Dockerfile', content: dockerfile.replace('RUN', 'EXPOSE 8080\nRUN') },
    { path: 'server.js', content: serverCode },
    { path: 'compose.yaml', content: evilCompose },
  ])
  const gitea = stack.use(await GitServer.start({ root: folder }))
  const environment = {
    API_REQUESTS_PER_MINUTE: '1000000',
    BUILDX_PROGRAM: buildx,
    PROXY_PROGRAMS_DIRECTORY: proxyPrograms,
  }
  const instance = stack.use(await startInstance({ environment }))
  const person = await signUp(instance)
  const context: ServersContext = { instance, report, person }
  const server = await register(context, bodyFor(target, username))
  const project: Project = await mustAsk(context, 'POST', '/projects', {
    name: 'App',
    repository: { url: gitea.url('app.git') },
  })
  await waitForAnalysis(context, project.id)
  const { environment: made }: FinalizedProject = await mustAsk(context, 'POST', `/projects/${project.id}/finalize`, {
    environment: { name: 'production', branch: 'main', serverId: server.id },
    services: [webService],
    deploy: false,
  })
  const counts = { tried: 0, accepted: 0, serverErrors: 0, deployments: 0 }
  const moved = stack.move()
  const evilRepository = gitea.url('evil.git')
  const parts = { ...context, target, username, environmentId: made.id, serverId: server.id, evilRepository, counts }
  return { ...parts, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

export async function waitForAnalysis(context: ServersContext, id: string): Promise<void> {
  await eventually('the analysis ends', async () => {
    const { analysis }: Project = await mustAsk(context, 'GET', `/projects/${id}`)
    if (analysis === null) throw new Error('the project has no analysis')
    return analysis.finishedAt !== null
  })
}

/** A deployment that ended, or the refusal of one, which has no ID. */
interface DeployResult {
  readonly id?: string
  readonly status: string
  readonly error: { readonly code: string } | null
}

/** Starts a deployment and waits for its end, whatever the result. */
export async function deploy(
  testEnv: TestEnv,
  body: object = {},
  environmentId = testEnv.environmentId,
): Promise<DeployResult> {
  const path = `/environments/${environmentId}/deployments`
  const answer = await ask(testEnv, 'POST', path, body)
  note(testEnv, answer.status)
  if (answer.status !== 202) return { status: `refused ${answer.status}`, error: answer.body }
  testEnv.counts.deployments += 1
  const read = (): Promise<Deployment> => mustAsk(testEnv, 'GET', `${path}/${answer.body.id}`)
  const holds = ({ finishedAt }: Deployment) => finishedAt !== null
  return await eventually('the deployment ends', read, { holds, withinMs: 180_000 })
}

/** Removes everything but the web service, whatever earlier topics added. */
export async function resetServices(testEnv: TestEnv): Promise<void> {
  const { environmentId } = testEnv
  const { services }: Environment = await mustAsk(testEnv, 'GET', `/environments/${environmentId}`)
  const removeData = services.map(({ name }) => name)
  await mustAsk(testEnv, 'POST', `/environments/${environmentId}/services`, { services: [webService], removeData })
}

export function note(testEnv: TestEnv, status: number): void {
  testEnv.counts.tried += 1
  if (status < 300) testEnv.counts.accepted += 1
  if (status >= 500) testEnv.counts.serverErrors += 1
}

/** Names of a service's containers on the target. */
export async function findContainers(target: Target, labels: readonly string[]): Promise<string[]> {
  const filters = labels.flatMap((label) => ['--filter', `label=${label}`])
  const printed = await target.mustExec(['docker', 'ps', '--all', '--format', '{{.Names}}', ...filters])
  return printed.split('\n').filter((line) => line !== '')
}
