/**
 * Compares a deployed container with the one of the compose plugin, for the keys that a service states, and checks that
 * nothing that it doesn't state differs either. What Longshore adds on purpose isn't compared: the init process, the
 * process limit, variables such as PORT, and the memory without swap.
 */
import type { ComposeKeys } from './cases.ts'
import type { Container } from './inspect-containers.ts'

export interface Compared {
  readonly keys: ComposeKeys
  /** Paths of files in both containers. */
  readonly reads: readonly string[]
  readonly ours: Container
  readonly plain: Container
}

export async function findDifferences({ keys, reads, ours, plain }: Compared): Promise<string[]> {
  const found: string[] = []
  const compare: Compare = (what, one, other) => {
    const [deployed, expected] = [JSON.stringify(one), JSON.stringify(other)]
    if (deployed !== expected) found.push(`${what} is ${deployed}, and plain compose has ${expected}`)
  }
  compareProcess(compare, ours, plain)
  compareHost(compare, keys, { ours, plain })
  compare('the list of missing variables', missing(ours.Config.Env, plain.Config.Env), [])
  compare('the list of missing aliases', missing(aliasesOf(ours), wantedAliases(keys, plain)), [])
  compare('the list of folders', foldersOf(ours, reads), foldersOf(plain, reads))
  for (const path of reads) compare(`the file ${path}`, await ours.readFile(path), await plain.readFile(path))
  return found
}

type Compare = (what: string, one: unknown, other: unknown) => void

function compareProcess(compare: Compare, { Config: ours }: Container, { Config: plain }: Container): void {
  compare(
    'the command',
    [...(ours.Entrypoint ?? []), ...(ours.Cmd ?? [])],
    [...(plain.Entrypoint ?? []), ...(plain.Cmd ?? [])],
  )
  compare('the user', ours.User, plain.User)
  compare('the directory', ours.WorkingDir, plain.WorkingDir)
  compare('the stop signal', ours.StopSignal ?? null, plain.StopSignal ?? null)
}

function compareHost(
  compare: Compare,
  keys: ComposeKeys,
  {
    ours: { HostConfig: ours, ...container },
    plain: { HostConfig: plain, Config },
  }: { ours: Container; plain: Container },
): void {
  if ('init' in keys) compare('init', ours.Init ?? false, plain.Init ?? false)
  if ('pids_limit' in keys || 'deploy' in keys) compare('the process limit', ours.PidsLimit, plain.PidsLimit)
  if ('stop_grace_period' in keys) compare('the stop time', container.Config.StopTimeout, Config.StopTimeout)
  // An app without a limit can have that of all apps together.
  if (plain.Memory > 0) compare('memory', ours.Memory, plain.Memory)
  compare('CPUs', ours.NanoCpus, plain.NanoCpus)
  compare('read-only', ours.ReadonlyRootfs, plain.ReadonlyRootfs)
  compare('shared memory', ours.ShmSize, plain.ShmSize)
  compare('hosts', [...(ours.ExtraHosts ?? [])].sort(), [...(plain.ExtraHosts ?? [])].sort())
  compare('kernel parameters', ours.Sysctls ?? {}, plain.Sysctls ?? {})
  compare('limits', limitsOf(ours), limitsOf(plain))
}

/**
 * Memory folders are compared by their paths, because the plugin writes some as mounts. A folder beside the compose file
 * is a volume in Longshore, and a file there is placed into the container.
 */
function foldersOf({ Mounts, HostConfig }: Container, reads: readonly string[]): string[] {
  const memory = Object.keys(HostConfig.Tmpfs ?? {}).map((path) => `tmpfs ${path}`)
  const mounts = Mounts.filter(
    ({ Type, Destination }) =>
      Type !== 'bind' || !reads.some((path) => path === Destination || path.startsWith(`${Destination}/`)),
  )
  const kept = mounts.map(({ Type, Destination }) => `${Type === 'bind' ? 'volume' : Type} ${Destination}`)
  return [...new Set([...memory, ...kept])].sort()
}

function limitsOf({ Ulimits }: Container['HostConfig']): string[] {
  return (Ulimits ?? []).map(({ Name, Soft, Hard }) => `${Name}=${Soft}:${Hard}`).sort()
}

function aliasesOf({ NetworkSettings }: Container): string[] {
  return Object.values(NetworkSettings.Networks).flatMap(({ Aliases }) => Aliases ?? [])
}

/** Without the names that the plugin and Docker generate. */
function wantedAliases(keys: ComposeKeys, plain: Container): string[] {
  const generated = 'container_name' in keys ? [] : [plain.Name.slice(1)]
  return aliasesOf(plain).filter((alias) => !generated.includes(alias) && !/^[0-9a-f]{12}$/.test(alias))
}

function missing(ours: readonly string[], plain: readonly string[]): string[] {
  return plain.filter((each) => !ours.includes(each))
}
