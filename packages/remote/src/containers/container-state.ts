/** Translates the Engine's description of a container. */
import type { ContainerDetails } from '../docker/index.ts'
import type { ContainerState } from '../runtime/container-spec.ts'

const states = ['created', 'running', 'restarting', 'paused', 'exited', 'dead'] as const
const healths = ['starting', 'healthy', 'unhealthy'] as const

export function toContainerState(details: ContainerDetails): ContainerState {
  const { State, Config, HostConfig, NetworkSettings } = details
  const state = states.find((each) => each === State.Status) ?? 'dead'
  const hasEnded = state === 'exited' || state === 'dead' || state === 'restarting'
  return {
    id: details.Id,
    name: details.Name.replace(/^\//, ''),
    labels: Config.Labels,
    image: details.Image,
    address: addressOf(NetworkSettings.Networks),
    state,
    exitCode: hasEnded ? State.ExitCode : null,
    oomKilled: State.OOMKilled ?? false,
    restartCount: details.RestartCount ?? 0,
    startedAt: readTime(State.StartedAt),
    health: healths.find((each) => each === State.Health?.Status) ?? null,
    volumes: details.Mounts.flatMap(({ Type, Name }) => (Type === 'volume' && Name !== undefined ? [Name] : [])),
    restarts: !['', 'no'].includes(HostConfig.RestartPolicy?.Name ?? ''),
  }
}

type Endpoints = Readonly<Record<string, { IPAddress?: string | undefined; IPAMConfig?: Asked | null | undefined }>>
interface Asked {
  IPv4Address?: string | undefined
}

export function addressOf(endpoints: Endpoints): string | null {
  for (const { IPAMConfig, IPAddress } of Object.values(endpoints)) {
    const address = IPAMConfig?.IPv4Address || IPAddress
    if (address) return address
  }
  return null
}

/** Docker writes the year 1 for "never". */
function readTime(text: string | undefined): Date | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) || ms <= 0 ? null : new Date(ms)
}
