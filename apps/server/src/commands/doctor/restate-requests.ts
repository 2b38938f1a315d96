/** Read-only requests to Restate. */
import { z } from 'zod'
import { engineNames } from '../../platform/durable/engine-client.ts'

export type WorkerDiscovery =
  | { readonly outcome: 'answers' }
  /** The worker didn't accept Restate's signature. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unreachable'; readonly reason: string }

const timeoutMs = 12_000
/** Restate tries an unreachable worker several times before it reports the failure. */
const discoveryTimeoutMs = 25_000
const Service = z.object({ deployment_id: z.string() })
const Deployment = z.object({ uri: z.string() })

export async function discoverWorker(adminUrl: string, workerUrl: string): Promise<WorkerDiscovery> {
  const response = await fetch(`${adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: workerUrl, force: true, dry_run: true }),
    signal: AbortSignal.timeout(discoveryTimeoutMs),
  })
  const text = (await response.text()).slice(0, 2_000)
  return readDiscovery(response.status, text)
}

export function readDiscovery(status: number, text: string): WorkerDiscovery {
  if (status < 300) return { outcome: 'answers' }
  if (/401 Unauthorized/i.test(text)) return { outcome: 'refused' }
  const reason = /Connection refused|dns error|timed? ?out/i.exec(text)?.[0].toLowerCase()
  return { outcome: 'unreachable', reason: reason ?? `Restate responded with ${status}` }
}

/** Returns null if Restate knows no worker. */
export async function findRegisteredUrl(adminUrl: string): Promise<string | null> {
  const service = await get(`${adminUrl}/services/${engineNames.object}`)
  if (service.status === 404) return null
  const id = Service.parse(await service.json()).deployment_id
  const deployment = await get(`${adminUrl}/deployments/${encodeURIComponent(id)}`)
  return Deployment.parse(await deployment.json()).uri
}

/** Throws if there is no response. The response also contains Restate's time. */
export async function get(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
}
