/** The request body for a container: everything that can differ between two containers; pure. */
import { createHash } from 'node:crypto'
import { composeLabels, instanceLabel, specLabel } from '../docker/label-names.ts'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import { grantedParts } from './allowances.ts'
import type { AppCgroup } from './app-cgroup.ts'
import { commandOf, hostOptions, programOptions } from './option-body.ts'
import { hashOf } from './spec-hash.ts'

export interface Placement {
  readonly instance: string
  /** Null without a network. */
  readonly address: string | null
  /** Run tini as the first process. */
  readonly hasInit: boolean
  readonly group: AppCgroup
}

/**
 * Capabilities that typical images need to start as root and then switch to another user. Docker's default list is
 * twice as long.
 */
export const capabilitiesOf = {
  none: [],
  app: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
  // KILL is needed because the first process runs as root and signals the database, which doesn't, to stop. Without it,
  // the database never gets the signal and is killed.
  database: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'SETGID', 'SETUID'],
} as const

/**
 * A user id that no other container on the server has. With a limit of one process, even a compromised program can't
 * start another one. Processes of a shared id would count together.
 */
export function unprivilegedUserOf(name: string): string {
  const id = 200_000 + (createHash('sha256').update(name).digest().readUInt32BE() % 1_000_000_000)
  return `${id}:${id}`
}
/** Options of an in-memory file system. */
export const emptyFolder = 'ro,size=4096'
export const oneProcess = [{ Name: 'nproc', Soft: 1, Hard: 1 }] as const

/** The piped data can be a whole database: the Engine must not write it to the server's disk. */
export const noLog = { Type: 'none', Config: {} } as const
export const logDriver = { Type: 'local', Config: { 'max-size': '10m', 'max-file': '3' } } as const
/** Log limit per container, as the Engine stores it: when the third file is full, the first one is dropped. */
export const keptOutputBytes = 20_000_000

export function containerBody(spec: ContainerSpec, { instance, address, hasInit, group }: Placement) {
  const memoryBytes = spec.memoryBytes ?? group.memoryBytes
  const granted = grantedParts(spec.grants)
  return {
    Image: spec.image,
    ...commandOf(spec),
    Env: spec.environment.map(([key, value]) => `${key}=${value}`),
    Labels: { ...spec.labels, ...composeLabels, [instanceLabel]: instance, [specLabel]: hashOf(spec) },
    StopTimeout: spec.stopGraceSeconds,
    ...streamsOf(spec.piped),
    ...(spec.publishes === undefined ? {} : { ExposedPorts: { [portOf(spec.publishes)]: {} } }),
    ...programOptions(spec.options),
    ...(spec.confined === true ? { User: unprivilegedUserOf(spec.name) } : {}),
    HostConfig: {
      ...hostOptions(spec.options),
      ...loopbackHosts(spec.loopbackNames),
      // Disable shared memory: the Engine would mount a world-writable folder for it.
      ...(spec.confined === true ? { ReadonlyRootfs: true, Ulimits: [...oneProcess], IpcMode: 'none' } : {}),
      ...(spec.covered === undefined ? {} : { Tmpfs: { [spec.covered]: emptyFolder } }),
      NetworkMode: networkModeOf(spec),
      ...(spec.publishes === undefined ? {} : { PortBindings: bindingsOf(spec.publishes) }),
      // A container that was stopped on purpose stays stopped when the server restarts.
      RestartPolicy: restartPolicyOf(spec.restart),
      // tini would already be the one allowed process.
      Init: hasInit && spec.confined !== true,
      CapDrop: ['ALL'],
      CapAdd: [...capabilitiesOf[spec.capabilities ?? 'app'], ...granted.capabilities],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: spec.pids,
      LogConfig: spec.piped === undefined ? logDriver : noLog,
      Mounts: [
        ...spec.volumes.map(({ name, path }) => ({ Type: 'volume', Source: name, Target: path })),
        ...granted.mounts,
      ],
      ...(granted.devices.length === 0 ? {} : { Devices: granted.devices }),
      // Without swap, a container that exceeds its limit ends instead of slowing down the whole server.
      ...(memoryBytes === null ? {} : { Memory: memoryBytes, MemorySwap: memoryBytes }),
      ...(group.slice === null ? {} : { CgroupParent: group.slice }),
      ...(spec.cpus === null ? {} : { NanoCpus: Math.round(spec.cpus * 1e9) }),
    },
    NetworkingConfig: { EndpointsConfig: endpointsOf(spec, address) },
  }
}
export type ContainerBody = ReturnType<typeof containerBody>

/** The only IP address on which ports are published. */
export const loopback = '127.0.0.1'

function portOf({ port }: NonNullable<ContainerSpec['publishes']>): string {
  return `${port}/tcp`
}

function bindingsOf(publishes: NonNullable<ContainerSpec['publishes']>) {
  return { [portOf(publishes)]: [{ HostIp: loopback, HostPort: String(publishes.loopbackPort) }] }
}

function loopbackHosts(names: ContainerSpec['loopbackNames']) {
  return names === undefined
    ? {}
    : { ExtraHosts: Object.entries(names).map(([name, last]) => `${name}:127.0.0.${last}`) }
}

function networkModeOf({ network, beside }: ContainerSpec): string {
  if (network === null && beside !== undefined) return `container:${beside}`
  return network ?? 'none'
}

function endpointsOf({ network, aliases }: ContainerSpec, address: string | null) {
  if (network === null || address === null) return {}
  return { [network]: { IPAMConfig: { IPv4Address: address }, Aliases: [...aliases] } }
}

function streamsOf(piped: ContainerSpec['piped']) {
  if (piped === undefined) return {}
  const output = { AttachStdout: true, AttachStderr: true }
  return piped === 'output' ? output : { ...output, AttachStdin: true, OpenStdin: true, StdinOnce: true }
}

export function restartPolicyOf(restart: ContainerSpec['restart']): { Name: 'unless-stopped' | 'no' } {
  return { Name: restart === 'always' ? 'unless-stopped' : 'no' }
}
