/**
 * Gives a database a port on its server's loopback address. A port that another program uses must not take down the
 * running database.
 */
import { type ContainerSpec, type ContainerState, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { PermanentError } from '../../platform/durable/permanent-error.ts'
import type { FrozenService } from '../workloads/release.schemas.ts'
import { labelNames } from '../workloads/worker.ts'

const timeoutMs = 2_000

type Asking = Pick<FrozenService, 'name' | 'configuration'>

/** Call it before the running container is replaced. Any listener on the port responds to the probe. */
export async function requireFreePort(
  runtime: Runtime,
  { name, configuration: { loopbackPort: port } }: Asking,
  { known, signal }: { known: ContainerState | null; signal: AbortSignal },
): Promise<void> {
  if (port === null || known?.labels[labelNames.loopbackPort] === String(port)) return
  await runtime.ensureProxy({ signal })
  const answer = await runtime.probe({ type: 'tcp', address: '127.0.0.1', port, timeoutMs }, { signal })
  if (answer.ok) throw taken(name, port)
}

/**
 * If the port is taken without a responding listener, or since the check, the database runs without it, and the
 * deployment warns.
 */
export async function startOnPort(
  runtime: Runtime,
  spec: ContainerSpec,
  { service, signal }: { service: Asking; signal: AbortSignal },
): Promise<void> {
  try {
    await runtime.startContainer(spec, { signal })
  } catch (error) {
    const { publishes, ...rest } = spec
    if (publishes === undefined || !(error instanceof RuntimeError) || error.code !== 'port_conflict') throw error
    await runtime.startContainer(rest, { signal })
    throw taken(service.name, publishes.loopbackPort)
  }
}

function taken(name: string, port: number): PermanentError {
  return new PermanentError(
    'port_conflict',
    `Port ${port} on the server, which ${name} should use, is already in use.`,
    {
      hint: `Choose another loopbackPort for ${name}, or stop the program that uses it. Run ss -ltnp on the server to find it.`,
    },
  )
}
