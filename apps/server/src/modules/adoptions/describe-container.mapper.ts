/** Reads a container of a compose project: what it does differently from its image. Pure. */
import type { ForeignContainer, ForeignImage } from '@longshore/remote/stacks'
import { hazardsOf, isLeftOutMount, isSocket } from './mount-hazards.mapper.ts'
import type {
  RunningContainer,
  RunningHealthCheck,
  RunningMount,
  RunningPort,
  RunningService,
} from './running-stack.policy.ts'

const secondNs = 1e9
const defaultSharedMemoryBytes = 67_108_864
const defaultGraceSeconds = 10

/** `replicas` has at least one container, sorted by number. */
export function describeService(
  name: string,
  [first, ...others]: readonly [ForeignContainer, ...ForeignContainer[]],
  { image, dependsOn }: { image: ForeignImage; dependsOn: readonly string[] },
): RunningService {
  const { Config: config, HostConfig: host } = first
  return {
    name,
    containers: [first, ...others].map(toContainer),
    image: { id: first.Image, reference: config.Image, digest: digestOf(config.Image, image) },
    ...startOf(first, image),
    healthCheck: healthCheckOf(first, image),
    environment: environmentOf(first, image),
    ports: portsOf(first),
    exposed: exposedOf(first, image),
    mounts: first.Mounts.flatMap(toMount),
    memoryFolders: memoryFoldersOf(first),
    memoryBytes: host.Memory > 0 ? host.Memory : null,
    cpus: cpusOf(host),
    pids: host.PidsLimit > 0 ? host.PidsLimit : null,
    sharedMemoryBytes: host.ShmSize > 0 && host.ShmSize !== defaultSharedMemoryBytes ? host.ShmSize : null,
    isReadOnly: host.ReadonlyRootfs,
    hasInit: host.Init === true,
    ulimits: (host.Ulimits ?? []).map(({ Name, Soft, Hard }) => ({ name: Name, soft: Soft, hard: Hard })),
    sysctls: host.Sysctls ?? {},
    stopGraceSeconds: config.StopTimeout ?? defaultGraceSeconds,
    dependsOn,
    aliases: aliasesOf(name, first),
    hazards: hazardsOf(first),
  }
}

function toContainer({ Id, State, HostConfig, NetworkSettings }: ForeignContainer): RunningContainer {
  const { Name: name = 'no', MaximumRetryCount: retries = 0 } = HostConfig.RestartPolicy ?? {}
  const address = Object.values(NetworkSettings.Networks).find(({ IPAddress }) => IPAddress !== '')?.IPAddress ?? null
  return { id: Id, isRunning: State.Running, restart: { name: name === '' ? 'no' : name, retries }, address }
}

/** The digest under the name that the container uses, if the image has several. */
function digestOf(reference: string, { RepoDigests }: ForeignImage): string | null {
  const repository = reference.split('@')[0]?.replace(/:[^/:]*$/, '') ?? ''
  return RepoDigests.find((each) => each.startsWith(`${repository}@`)) ?? RepoDigests[0] ?? null
}

function startOf({ Config: own }: ForeignContainer, { Config: from }: ForeignImage) {
  const isSameEntrypoint = isSame(own.Entrypoint, from?.Entrypoint ?? [])
  const isSameCommand = isSame(own.Cmd, from?.Cmd ?? [])
  // Without an entrypoint of its own, the first word of the command is the program.
  const isReset = !isSameEntrypoint && own.Entrypoint.length === 0
  const start = isReset
    ? { entrypoint: own.Cmd.length === 0 ? null : own.Cmd, command: null }
    : {
        entrypoint: isSameEntrypoint ? null : own.Entrypoint,
        command: (isSameEntrypoint && isSameCommand) || own.Cmd.length === 0 ? null : own.Cmd,
      }
  return {
    ...start,
    user: other(own.User, from?.User),
    workingDirectory: other(own.WorkingDir, from?.WorkingDir),
    stopSignal: other(own.StopSignal, from?.StopSignal),
  }
}

function other(own: string, from: string | undefined): string | null {
  return own === '' || own === from ? null : own
}

function isSame(one: readonly string[], another: readonly string[]): boolean {
  return one.length === another.length && one.every((each, index) => each === another[index])
}

/** Null if it has none, or the one of its image, which the new container gets as well. */
function healthCheckOf({ Config: own }: ForeignContainer, { Config: from }: ForeignImage): RunningHealthCheck | null {
  const check = own.Healthcheck
  if (check == null || JSON.stringify(check) === JSON.stringify(from?.Healthcheck ?? null)) return null
  const [kind, ...words] = check.Test
  if ((kind !== 'CMD' && kind !== 'CMD-SHELL') || words.length === 0) return null
  const seconds = (ns: number, fallback: number) => (ns > 0 ? Math.max(1, Math.round(ns / secondNs)) : fallback)
  return {
    command: kind === 'CMD' ? words : (words[0] ?? ''),
    intervalSeconds: Math.min(300, seconds(check.Interval, 5)),
    timeoutSeconds: Math.min(120, seconds(check.Timeout, 30)),
    retries: Math.min(100, Math.max(3, check.Retries)),
    startPeriodSeconds: Math.min(1_800, seconds(check.StartPeriod, 30)),
  }
}

function environmentOf(
  { Config: own }: ForeignContainer,
  { Config: from }: ForeignImage,
): RunningService['environment'] {
  const known = new Set(from?.Env ?? [])
  return own.Env.filter((each) => !known.has(each)).map((each) => {
    const at = each.indexOf('=')
    return at === -1 ? ([each, ''] as const) : ([each.slice(0, at), each.slice(at + 1)] as const)
  })
}

function portsOf({ HostConfig }: ForeignContainer): RunningPort[] {
  return Object.entries(HostConfig.PortBindings ?? {}).flatMap(([key, bindings]) => {
    const [port = '', protocol = 'tcp'] = key.split('/')
    const container = Number(port)
    if (!Number.isInteger(container)) return []
    const published = (bindings ?? []).map(({ HostPort }) => (HostPort === '' ? null : Number(HostPort)))
    return (published.length === 0 ? [null] : published).map((each) => ({ container, published: each, protocol }))
  })
}

function exposedOf({ Config: own }: ForeignContainer, { Config: from }: ForeignImage): number[] {
  const keys = new Set([...Object.keys(own.ExposedPorts ?? {}), ...Object.keys(from?.ExposedPorts ?? {})])
  return [...keys].flatMap((key) => {
    const [port = '', protocol = 'tcp'] = key.split('/')
    return protocol === 'tcp' && /^[1-9]\d{0,4}$/.test(port) ? [Number(port)] : []
  })
}

function toMount(mount: ForeignContainer['Mounts'][number]): RunningMount[] {
  const { Type, Name, Source = '', Destination: path, RW } = mount
  if (isLeftOutMount(mount) || isSocket(mount)) return []
  if (Type === 'volume' && Name !== undefined) return [{ kind: 'volume', source: Name, path, isReadOnly: !RW }]
  return Type === 'bind' ? [{ kind: 'bind', source: Source, path, isReadOnly: !RW }] : []
}

function memoryFoldersOf({ HostConfig, Mounts }: ForeignContainer): RunningService['memoryFolders'] {
  const stated = Object.entries(HostConfig.Tmpfs ?? {}).map(([path, options]) => ({ path, options }))
  const mounted = Mounts.filter(({ Type }) => Type === 'tmpfs').map(({ Destination }) => ({
    path: Destination,
    options: '',
  }))
  return [...stated, ...mounted.filter(({ path }) => stated.every((each) => each.path !== path))]
}

function cpusOf({ NanoCpus, CpuQuota, CpuPeriod }: ForeignContainer['HostConfig']): number | null {
  if (NanoCpus > 0) return NanoCpus / 1e9
  return CpuQuota > 0 ? CpuQuota / (CpuPeriod > 0 ? CpuPeriod : 100_000) : null
}

/** Other names by which containers of the stack find it. */
function aliasesOf(name: string, { Id, Name, NetworkSettings }: ForeignContainer): string[] {
  const found = Object.values(NetworkSettings.Networks).flatMap(({ Aliases }) => Aliases)
  const own = new Set([name, ...found, Name.replace(/^\//, '')])
  return [...own].filter((each) => !Id.startsWith(each))
}
