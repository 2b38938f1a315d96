/** Another api process on the same database, with settings of its own. */
import { createServer } from 'node:net'
import type { Instance } from '../../support/instance.ts'
import { ServerProcess } from '../../support/server-process.ts'

export interface OtherApi extends AsyncDisposable {
  readonly url: string
  readonly process: ServerProcess
  start(): Promise<void>
}

export async function startOtherApi(instance: Instance, environment: Record<string, string> = {}): Promise<OtherApi> {
  const [port, metricsPort] = await freePorts()
  const { SEALING_IDENTITIES: _, ...base } = instance.environment
  const process = new ServerProcess({
    command: 'api',
    environment: { ...base, API_PORT: String(port), API_METRICS_PORT: String(metricsPort), ...environment },
  })
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    process.start(async () => (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok)
  await start()
  return { url, process, start, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    ports.push(typeof address === 'object' && address !== null ? address.port : 0)
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return [ports[0] ?? 0, ports[1] ?? 0]
}
