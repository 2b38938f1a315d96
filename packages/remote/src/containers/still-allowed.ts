/** Checks that a container which was created earlier still gets only what its server allows now. */
import type { ContainerDetails } from '../docker/index.ts'
import type { Allowances } from '../runtime/container-spec.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { findExcess } from './allowances.ts'
import { capabilitiesOf } from './container-body.ts'

const own: ReadonlySet<string> = new Set([...capabilitiesOf.app, ...capabilitiesOf.database])

type Allowing = { readonly allowances: () => Promise<Allowances> }
type Created = Pick<ContainerDetails, 'Name' | 'HostConfig' | 'Mounts'>

/** Without this check, a container would keep what an operator took back until the next deployment. */
export async function requireStillAllowed(host: Allowing, container: Created): Promise<void> {
  const withdrawn = await findWithdrawn(host, container)
  if (withdrawn.length === 0) return
  throw new RuntimeError(
    'policy_refused',
    `The container ${container.Name.slice(1)} uses parts of the server that the operator no longer allows: ${withdrawn.join(', ')}.`,
  )
}

/** Names the settings with parts that the server doesn't allow now. Doesn't ask for an ordinary container. */
export async function findWithdrawn({ allowances }: Allowing, { HostConfig, Mounts }: Created): Promise<string[]> {
  const granted = {
    capabilities: HostConfig.CapAdd.map((name) => name.replace(/^CAP_/, '')).filter((name) => !own.has(name)),
    mounts: Mounts.filter(({ Type }) => Type === 'bind').map(({ Source, Destination, RW }) => ({
      ...({ Type: 'bind', Source, Target: Destination, ReadOnly: !RW } as const),
      BindOptions: { Propagation: 'rprivate', CreateMountpoint: false } as const,
    })),
    devices: HostConfig.Devices,
  }
  if (Object.values(granted).every((parts) => parts.length === 0)) return []
  return findExcess(granted, await allowances())
}
