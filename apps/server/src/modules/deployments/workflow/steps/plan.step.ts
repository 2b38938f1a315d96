/** Decides everything that follows, and checks whether the server has room for it. */
import type { Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { hostnamesByService, publicUrls } from '../../../environments/index.ts'
import { isRoutedKind } from '../../../environments/service-kinds.schemas.ts'
import type { DesiredState, Release } from '../../../workloads/worker.ts'
import { imageTag } from '../../../workloads/worker.ts'
import { DeploymentPlan, type PlannedService } from '../../deployment-plan.schemas.ts'
import { buildLimits, findRefusal } from '../../preflight.policy.ts'
import { applyAllowances } from '../apply-allowances.context.ts'
import type { DeployContext, DeployDeps, DeploymentRecord } from '../deploy.context.ts'
import { deployStep, onServer, type Subject, subjectOf } from '../deploy-step.context.ts'
import { freeze } from '../frozen-images.context.ts'
import { planDesired, planFrozen, planPromoted, planRebuilt } from '../plan-services.context.ts'
import { requireReferences } from '../require-references.context.ts'
import type { fetchSource } from './fetch-source.step.ts'
import type { resolveSource } from './resolve-source.step.ts'

interface Earlier {
  resolveSource: ReturnType<typeof resolveSource>
  fetchSource: ReturnType<typeof fetchSource>
}

export function plan(deps: DeployDeps, earlier: Earlier) {
  return deployStep<DeploymentPlan>({
    name: 'plan',
    output: DeploymentPlan,
    deadlineMs: 120_000,
    retriesDeadline: true,
    run: (context) => decide(deps, context, earlier),
  })
}

async function decide(deps: DeployDeps, context: DeployContext, earlier: Earlier): Promise<DeploymentPlan> {
  const { records } = deps
  const subject = subjectOf(context)
  const { organizationId, environmentId, deploymentId } = subject
  const [deployment, desired] = await Promise.all([
    records.deployment(organizationId, deploymentId),
    records.desired(organizationId, environmentId),
  ])
  const frozen = deployment.releaseId === null ? null : await records.release(organizationId, deployment.releaseId)
  const isPromotion = deployment.trigger === 'promotion'
  const { services: wanted, warnings } = await applyAllowances(
    records,
    subject,
    wantedServices(context, earlier, { deployment, desired, frozen }),
  )
  const { services, limits } = await onServer(deps, context, async (runtime) => {
    const [services, facts] = await Promise.all([
      reuseUnchanged(runtime, wanted, { subject, clearCache: deployment.clearCache, signal: context.signal }),
      runtime.facts({ signal: context.signal }),
    ])
    const refusal = findRefusal(facts, services, deps.settings)
    if (refusal !== null) throw new PermanentError(refusal.code, refusal.message, { hint: refusal.hint })
    return { services, limits: buildLimits(facts, deps.settings, context.input.build) }
  })
  const variables = variablesOf(desired, isPromotion ? null : frozen)
  const hostnames = await hostnamesOf(deps, context, services)
  if (warnings.length > 0) await context.write((tx) => records.addWarnings(tx, context, warnings))
  await requireReferences(records, organizationId, { services, variables, ...hostnames })
  return {
    services,
    variables,
    ...hostnames,
    previous: previousOf(desired, subject),
    movesFrom: movesFrom(desired, subject),
    limits: subject.buildServerId === subject.serverId ? limits : await limitsElsewhere(deps, context),
  }
}

function wantedServices(
  context: DeployContext,
  earlier: Earlier,
  known: { deployment: DeploymentRecord; desired: DesiredState; frozen: Release | null },
): PlannedService[] {
  const { deployment, desired, frozen } = known
  if (frozen === null) return planDesired(desired, deployment, context.output(earlier.fetchSource))
  if (deployment.trigger === 'promotion') return planPromoted(desired, frozen)
  const { from } = context.output(earlier.resolveSource)
  return from === 'rebuild' ? planRebuilt(frozen, context.output(earlier.fetchSource)) : planFrozen(frozen)
}

/** An image with the same content that was built for this environment and is still on the server isn't built again. */
async function reuseUnchanged(
  runtime: Pick<Runtime, 'findImage'>,
  services: readonly PlannedService[],
  { subject, clearCache, signal }: { subject: Subject; clearCache: boolean; signal: AbortSignal },
): Promise<PlannedService[]> {
  if (clearCache) return [...services]
  return await Promise.all(
    services.map(async (service): Promise<PlannedService> => {
      if (service.image.do !== 'build') return service
      const { contentHash } = service.image
      const reference = imageTag(subject.environmentId, contentHash)
      const found = await runtime.findImage(reference, { signal })
      if (found === null) return service
      return { ...service, image: { do: 'reuse', image: freeze(found, { reference, contentHash, isPulled: false }) } }
    }),
  )
}

function variablesOf(desired: DesiredState, frozen: Release | null): DeploymentPlan['variables'] {
  const wanted = frozen === null ? desired.variables.filter(({ scope }) => scope !== 'build') : frozen.variables
  return wanted.map(({ id, key, service }) => ({ id, key, service }))
}

/** Creates the routes here, so probes can use the hostname that people will use. */
async function hostnamesOf(
  { records }: DeployDeps,
  context: DeployContext,
  services: readonly PlannedService[],
): Promise<Pick<DeploymentPlan, 'hostname' | 'hostnames' | 'urls'>> {
  const { organizationId, environmentId } = subjectOf(context)
  const routed = services
    .filter(({ kind }) => isRoutedKind(kind))
    .map(({ name, configuration }) => ({ name, replicas: configuration.replicas }))
  await context.write((tx) => records.ensureRoutes(tx, context, routed))
  const [first] = await records.hostnames(organizationId, environmentId)
  const attached = await records.attachedHostnames(organizationId, environmentId)
  return {
    hostname: first?.hostname ?? 'localhost',
    hostnames: hostnamesByService(attached),
    urls: publicUrls(attached),
  }
}

function previousOf({ live }: DesiredState, { deploymentId }: Subject): DeploymentPlan['previous'] {
  if (live === null || live.deploymentId === deploymentId) return null
  return { deploymentId: live.deploymentId, releaseId: live.releaseId }
}

function movesFrom({ live }: DesiredState, { serverId }: Subject): DeploymentPlan['movesFrom'] {
  return live === null || live.serverId === null || live.serverId === serverId ? null : live.serverId
}

async function limitsElsewhere(
  { runtimes, settings }: DeployDeps,
  context: DeployContext,
): Promise<DeploymentPlan['limits']> {
  const { organizationId, buildServerId } = subjectOf(context)
  const { signal } = context
  const facts = await runtimes.use(organizationId, buildServerId, (runtime) => runtime.facts({ signal }), signal)
  return buildLimits(facts, settings, context.input.build)
}
