/** Probes a release through the proxy by its hostnames, like its users do. */
import type { Call, Probe, Runtime } from '@longshore/remote/runtime'
import { healthProbeOf, isGoodStatus, routedServices } from '../workloads/worker.ts'
import type { PlannedService } from './deployment-plan.schemas.ts'
import type { DeployContext, DeployDeps } from './workflow/deploy.context.ts'
import { subjectOf } from './workflow/deploy-step.context.ts'
import { mapConcurrently } from './workflow/map-concurrently.context.ts'

const timeoutMs = 5_000
const probesAtOnce = 4
/** Header of responses that the proxy generates itself. */
const proxyHeader = 'longshore-proxy'

export interface ProbedRoute {
  readonly hostname: string
  readonly service: string
  readonly tls: boolean
  readonly path: string
  readonly isGuessed: boolean
}

/** Picks one hostname per service. */
export async function findProbedRoutes(
  { records }: Pick<DeployDeps, 'records'>,
  context: Pick<DeployContext, 'run'>,
  services: readonly PlannedService[],
): Promise<ProbedRoute[]> {
  const { organizationId, environmentId } = subjectOf(context)
  const known = await records.hostnames(organizationId, environmentId)
  return routedServices(services).flatMap((service) => {
    const found = known.find((each) => each.service === service.name)
    if (found === undefined) return []
    const question = healthProbeOf(service)
    const asked = question.type === 'http' ? question : { path: '/', isGuessed: true }
    return [{ ...found, path: asked.path, isGuessed: asked.isGuessed }]
  })
}

/** Returns null when every service responds, or else what was seen. */
export async function probeThroughProxy(
  runtime: Pick<Runtime, 'probe'>,
  entrances: readonly ProbedRoute[],
  call: Call,
): Promise<string | null> {
  const seen = await mapConcurrently(entrances, probesAtOnce, (entrance) => probeRoute(runtime, entrance, call))
  return seen.find((each) => each !== null) ?? null
}

async function probeRoute(runtime: Pick<Runtime, 'probe'>, entrance: ProbedRoute, call: Call): Promise<string | null> {
  const { hostname, path, service, tls } = entrance
  const proxy = { address: '127.0.0.1', port: 80, throughProxy: true }
  const probe: Probe = { type: 'http', ...proxy, path, hostname, timeoutMs, sentOn: tls }
  const result = await runtime.probe(probe, call)
  if (!result.ok) return `${service} at ${hostname}${path}: ${result.detail}.`
  const status = result.status ?? 0
  if (result.headers?.[proxyHeader] === undefined && isGoodStatus(status, entrance)) return null
  return `${service} at ${hostname}${path} responded with ${status}.`
}
