/** The body that the Engine gets for a container: the whole of what may differ between two containers; pure. */
import { createHash } from 'node:crypto'
import { instanceLabel, specLabel } from '../docker/label-names.ts'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import { ownShell } from './own-shell.ts'

export interface Placement {
  readonly instance: string
  readonly address: string
  /** tini as first process: it reaps children, and SIGTERM ends also what has no handler for it. */
  readonly hasInit: boolean
}

/** What images of the usual kind need to start as root and go on as somebody else; Docker's own list is twice as long. */
export const capabilitiesOf = {
  none: [],
  app: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
  database: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
} as const

export const logDriver = { Type: 'local', Config: { 'max-size': '10m', 'max-file': '3' } } as const

export function containerBody(spec: ContainerSpec, { instance, address, hasInit }: Placement) {
  return {
    Image: spec.image,
    ...commandOf(spec.command),
    Env: spec.environment.map(([key, value]) => `${key}=${value}`),
    Labels: { ...spec.labels, [instanceLabel]: instance, [specLabel]: hashOf(spec) },
    StopTimeout: spec.stopGraceSeconds,
    HostConfig: {
      NetworkMode: spec.network,
      // One that was stopped on purpose stays so when the server starts again.
      RestartPolicy: { Name: spec.restart === 'always' ? 'unless-stopped' : 'no' },
      Init: hasInit,
      CapDrop: ['ALL'],
      CapAdd: [...capabilitiesOf[spec.capabilities ?? 'app']],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: spec.pids,
      LogConfig: logDriver,
      Mounts: spec.volumes.map(({ name, path }) => ({ Type: 'volume', Source: name, Target: path })),
      // Without swap: what is over its limit ends instead of slowing the whole server.
      ...(spec.memoryBytes === null ? {} : { Memory: spec.memoryBytes, MemorySwap: spec.memoryBytes }),
      ...(spec.cpus === null ? {} : { NanoCpus: Math.round(spec.cpus * 1e9) }),
    },
    NetworkingConfig: {
      EndpointsConfig: {
        [spec.network]: { IPAMConfig: { IPv4Address: address }, Aliases: [...spec.aliases] },
      },
    },
  }
}
export type ContainerBody = ReturnType<typeof containerBody>

/** The same for the same specification, whatever address it got. */
export function hashOf(spec: ContainerSpec): string {
  const { name, image, command, environment, network, aliases, volumes, memoryBytes, cpus, pids } = spec
  const { stopGraceSeconds, restart, capabilities = 'app' } = spec
  const labels = Object.entries(spec.labels).sort(([a], [b]) => (a < b ? -1 : 1))
  const mounts = volumes.map((each) => [each.name, each.path])
  const parts = [name, labels, image, command, environment, network, aliases, mounts, memoryBytes, cpus, pids]
  return createHash('sha256')
    .update(JSON.stringify([...parts, stopGraceSeconds, restart, capabilities]))
    .digest('hex')
    .slice(0, 40)
}

/** A text is for the shell of the image, inside the container; the image's own entrypoint would come before it. */
function commandOf(command: ContainerSpec['command']): { Entrypoint?: string[]; Cmd?: string[] } {
  if (command === null) return {}
  if (typeof command === 'string') {
    const [program, option, text] = ownShell(command)
    return { Entrypoint: [program, option], Cmd: [text] }
  }
  return { Cmd: [...command] }
}
