/** Ways out of a container: as fields of a service over the API, and as a compose file in a repository. */
import { escapes } from '@longshore/remote/containers/testing'
import { ask, mustAsk } from '../../support/servers.ts'
import { deploy, findContainers, type Json, note, type World, waitForAnalysis, webService } from './test-env.ts'

/** As compose spells them, short and long. */
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

export async function proveEscapes(world: World): Promise<void> {
  const forms = [...escapes.map((each) => each.change({})), ...composeForms]
  let accepted = 0
  for (const form of forms) {
    const services = [{ ...webService, ...form }]
    const { status } = await ask(world, 'POST', `/environments/${world.environmentId}/services`, { services })
    note(world, status)
    if (status < 300) accepted += 1
    world.report.expect(status === 422 || status === 400, `${JSON.stringify(form).slice(0, 100)} is refused: ${status}`)
  }
  world.report.figure('escapes', forms.length)
  world.report.figure('escapesAccepted', accepted)
  await proveCompose(world)
  for (const name of await findContainers(world.target, ['longshore.environment'])) await proveConfined(world, name)
}

/** It is deployed without all that, or refused; it never runs with it. */
async function proveCompose(world: World): Promise<void> {
  const repository = { url: world.evilRepository }
  const project = await mustAsk(world, 'POST', '/projects', { name: 'Evil', repository })
  await waitForAnalysis(world, project.id)
  const finalized = await ask(world, 'POST', `/projects/${project.id}/finalize`, {
    environment: { name: 'production', branch: 'main', serverId: world.serverId },
    deploy: false,
  })
  note(world, finalized.status)
  if (finalized.status >= 300) return
  const { status } = await deploy(world, {}, finalized.body.environment.id)
  world.report.figure('evilCompose', status)
}

async function proveConfined({ target, report }: World, name: string): Promise<void> {
  const [found]: Json = JSON.parse(await target.mustExec(['docker', 'inspect', name]))
  const { HostConfig: has, Mounts: mounts } = found
  const faults = [
    has.Privileged && 'privileged',
    (has.Binds ?? []).length > 0 && 'binds',
    (has.Devices ?? []).length > 0 && 'devices',
    (has.CapAdd ?? []).some((each: string) => /SYS_|NET_ADMIN|NET_RAW|ALL/.test(each)) && 'capabilities',
    has.CapDrop?.join() !== 'ALL' && 'capabilities are not dropped',
    !has.NetworkMode.startsWith('longshore-') && `network ${has.NetworkMode}`,
    [has.PidMode, has.UTSMode, has.UsernsMode].some((mode) => mode !== '') && 'a namespace of the server',
    has.IpcMode === 'host' && 'ipc of the server',
    has.SecurityOpt?.join() !== 'no-new-privileges' && `security ${has.SecurityOpt}`,
    !(has.PidsLimit > 0) && 'no limit of processes',
    Object.keys(has.PortBindings ?? {}).length > 0 && 'published ports',
    (mounts ?? []).some((each: Json) => each.Type !== 'volume') && 'mounts of the server',
  ].filter((fault) => fault !== false)
  report.expect(faults.length === 0, `${name} has ${faults.join(', ')}`)
}
