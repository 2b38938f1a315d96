/** Prometheus metrics on their own port, for scrapers inside the network only. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Whether the worker responds on the private link. */
  setLinkUp(isUp: boolean): void
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
}

export function createMetrics(processName: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'longshore_http_request_seconds',
    help: 'HTTP requests by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  const linkUp = new Gauge({
    name: 'longshore_link_up',
    help: 'The worker answers on the private link',
    registers: [registry],
  })
  return {
    registry,
    setLinkUp: (isUp) => linkUp.set(isUp ? 1 : 0),
    observeRequest: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}

export async function serveMetrics(
  metrics: Metrics,
  options: { host: string; port: number },
): Promise<AsyncDisposable & { port: number }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(await metrics.registry.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address: AddressInfo | string | null = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
