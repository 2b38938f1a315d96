/** Container escapes: as fields of a service in the API, and as a compose file in a repository. */
import { escapes } from '@longshore/remote/containers/testing'
import { ask, mustAsk } from '../../support/servers.ts'
import { deploy, findContainers, note, type TestEnv, waitForAnalysis, webService } from './test-env.ts'

/** The options in compose syntax, short and long. */
const composeForms: readonly object[] = [
  { privileged: true },
  { cap_add: ['SYS_ADMIN'] },
  { capAdd: ['ALL'] },
  { pid: 'host' },
  { ipc: 'host' },
  { network_mode: 'host' },
  { networkMode: 'host' },
  { userns_mode: 'host' },
  { uts: 'host' },
  { devices: ['/dev/sda:/dev/sda'] },
  { security_opt: ['seccomp:unconfined'] },
  { cgroup_parent: '/' },
  { sysctls: { 'kernel.core_pattern': '|/x' } },
  { volumes: ['/:/host'] },
  { volumes: ['/var/run/docker.sock:/var/run/docker.sock'] },
  { volumes: [{ type: 'bind', source: '/', target: '/host' }] },
  { volumes: [{ name: '/', path: '/host' }] },
  { volumes: [{ name: '../../etc', path: '/host' }] },
  { volumes: [{ name: 'data', path: '/host', driver_opts: { device: '/' } }] },
  { volumes_from: ['longshore-proxy'] },
  { env_file: '/etc/shadow' },
  { extends: { file: '/etc/passwd', service: 'x' } },
  { build: { context: '/' } },
  { source: { builder: 'dockerfile', context: '/' } },
  { source: { builder: 'dockerfile', dockerfile: '../../etc/shadow' } },
  { source: { builder: 'dockerfile', entitlements: ['security.insecure'] } },
  { ports: ['22:22'] },
  { user: '0:0' },
  { runtime: 'other' },
]

export async function proveEscapes(testEnv: TestEnv): Promise<void> {
  const forms = [...escapes.map((each) => each.change({})), ...composeForms]
  let accepted = 0
  for (const form of forms) {
    const services = [{ ...webService, ...form }]
    const { status } = await ask(testEnv, 'POST', `/environments/${testEnv.environmentId}/services`, { services })
    note(testEnv, status)
    if (status < 300) accepted += 1
    testEnv.report.expect(
      status === 422 || status === 400,
      `${JSON.stringify(form).slice(0, 100)} is refused: ${status}`,
    )
  }
  testEnv.report.figure('escapes', forms.length)
  testEnv.report.figure('escapesAccepted', accepted)
  await proveCompose(testEnv)
  for (const name of await findContainers(testEnv.target, ['longshore.environment'])) await proveConfined(testEnv, name)
}

/** The service is deployed without these options or refused. It never runs with them. */
async function proveCompose(testEnv: TestEnv): Promise<void> {
  const repository = { url: testEnv.evilRepository }
  const project = await mustAsk(testEnv, 'POST', '/projects', { name: 'Evil', repository })
  await waitForAnalysis(testEnv, project.id)
  const finalized = await ask(testEnv, 'POST', `/projects/${project.id}/finalize`, {
    environment: { name: 'production', branch: 'main', serverId: testEnv.serverId },
    deploy: false,
  })
  note(testEnv, finalized.status)
  if (finalized.status >= 300) return
  const { status } = await deploy(testEnv, {}, finalized.body.environment.id)
  testEnv.report.figure('evilCompose', status)
}

/** The output of `docker inspect`, as far as it is checked. */
interface InspectedContainer {
  readonly HostConfig: {
    readonly Privileged: boolean
    readonly Binds: readonly string[] | null
    readonly Devices: readonly unknown[] | null
    readonly CapAdd: readonly string[] | null
    readonly CapDrop: readonly string[] | null
    readonly NetworkMode: string
    readonly PidMode: string
    readonly UTSMode: string
    readonly UsernsMode: string
    readonly IpcMode: string
    readonly SecurityOpt: readonly string[] | null
    readonly PidsLimit: number | null
    readonly PortBindings: Readonly<Record<string, unknown>> | null
  }
  readonly Mounts: readonly { readonly Type: string }[] | null
}

async function proveConfined({ target, report }: TestEnv, name: string): Promise<void> {
  const [found]: InspectedContainer[] = JSON.parse(await target.mustExec(['docker', 'inspect', name]))
  if (found === undefined) throw new Error(`docker doesn't know ${name}`)
  const { HostConfig: has, Mounts: mounts } = found
  const faults = [
    has.Privileged && 'privileged',
    (has.Binds ?? []).length > 0 && 'binds',
    (has.Devices ?? []).length > 0 && 'devices',
    (has.CapAdd ?? []).some((each) => /SYS_|NET_ADMIN|NET_RAW|ALL/.test(each)) && 'capabilities',
    has.CapDrop?.join() !== 'ALL' && 'capabilities are not dropped',
    !has.NetworkMode.startsWith('longshore-') && `network ${has.NetworkMode}`,
    [has.PidMode, has.UTSMode, has.UsernsMode].some((mode) => mode !== '') && 'a namespace of the server',
    has.IpcMode === 'host' && 'ipc of the server',
    has.SecurityOpt?.join() !== 'no-new-privileges' && `security ${has.SecurityOpt}`,
    !((has.PidsLimit ?? 0) > 0) && 'no limit of processes',
    Object.keys(has.PortBindings ?? {}).length > 0 && 'published ports',
    (mounts ?? []).some((each) => each.Type !== 'volume') && 'mounts of the server',
  ].filter((fault) => fault !== false)
  report.expect(faults.length === 0, `${name} has ${faults.join(', ')}`)
}
