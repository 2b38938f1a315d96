/** Builds or pulls missing images, and freezes the release. */
import type { Runtime } from '@longshore/remote/runtime'
import type { UndoContext } from '../../../../platform/durable/workflow.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import type { FrozenImage, FrozenService } from '../../../workloads/release.schemas.ts'
import type { DeployLogWriter } from '../../../workloads/worker.ts'
import {
  environmentImageNames,
  explainRemote,
  isBuiltFor,
  labelsOf,
  removeImages,
  surplusImageNames,
  tagOf,
} from '../../../workloads/worker.ts'
import { buildDeadlineMs } from '../../build-deadline.policy.ts'
import { BuiltRelease, type DeploymentPlan, type PlannedService } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import { deployStep, onServer, subjectOf } from '../deploy-step.context.ts'
import { buildOne, pullImage, transferImage } from '../obtain-image.context.ts'
import type { fetchSource } from './fetch-source.step.ts'
import type { plan } from './plan.step.ts'
import type { resolveSource } from './resolve-source.step.ts'

interface Earlier {
  resolveSource: ReturnType<typeof resolveSource>
  fetchSource: ReturnType<typeof fetchSource>
  plan: ReturnType<typeof plan>
}

export function buildImage(deps: DeployDeps, earlier: Earlier) {
  return deployStep<BuiltRelease>({
    name: 'build-image',
    output: BuiltRelease,
    deadlineMs: { from: (context) => buildDeadlineMs(context.output(earlier.plan)) },
    slot: ({ buildServerId, buildSlots }) => ({ resource: `builds:${buildServerId}`, capacity: buildSlots }),
    async run(context) {
      await using log = deps.log.open(context, 'build-image')
      const planned = context.output(earlier.plan)
      const images = await obtainAll({ deps, context, log }, planned, earlier)
      await saveRelease(deps, context, { planned, images, resolved: context.output(earlier.resolveSource) })
      return { images }
    },
    async undo(context) {
      await removeBuilt(deps, context)
      await removeObtained(deps, context)
      // The release never received traffic, so no rollback can use it. Without an output, the row still refers to the
      // requested release.
      if (context.output === undefined) return
      const { organizationId, deploymentId } = subjectOf(context)
      const { releaseId } = await deps.records.deployment(organizationId, deploymentId)
      if (releaseId !== null) context.record((tx) => deps.records.markImagesRemoved(tx, organizationId, [releaseId]))
    },
  })
}

interface Work {
  deps: DeployDeps
  context: DeployContext
  log: DeployLogWriter
}

async function obtainAll(work: Work, planned: DeploymentPlan, earlier: Earlier): Promise<Record<string, FrozenImage>> {
  const images: Record<string, FrozenImage> = {}
  const built = new Map<string, FrozenImage>()
  for (const { name, image } of planned.services) {
    if (image.do === 'reuse') images[name] = await ensureThere(work, image.image, name)
    else if (image.do === 'pull') images[name] = await pullOnServer(work, image.reference)
    else if (image.do === 'build') {
      const known = built.get(image.key) ?? (await build(work, image.key, { name, planned, earlier }))
      built.set(image.key, known)
      images[name] = known
    }
  }
  for (const { name, image } of planned.services) {
    const shared = image.do === 'share' ? images[image.service] : undefined
    if (shared !== undefined) images[name] = shared
  }
  return images
}

async function build(
  { deps, context, log }: Work,
  key: string,
  { name, planned, earlier }: { name: string; planned: DeploymentPlan; earlier: Earlier },
): Promise<FrozenImage> {
  const { organizationId, deploymentId } = subjectOf(context)
  const found = context.output(earlier.fetchSource).builds.find((each) => each.key === key)
  const { commit } = context.output(earlier.resolveSource)
  if (found === undefined || commit === null) throw new Error(`nothing says how image ${key} is built`)
  const { clearCache, projectId } = await deps.records.deployment(organizationId, deploymentId)
  const building = { build: found, projectId, sha: commit.sha, limits: planned.limits, useCache: !clearCache }
  return await buildOne({ deps, context, log }, building).catch((error: unknown) => {
    throw explainRemote(error, { isLast: false, program: name })
  })
}

async function pullOnServer({ deps, context, log }: Work, reference: string): Promise<FrozenImage> {
  const { organizationId, serverId } = subjectOf(context)
  const work = (runtime: Runtime) => pullImage({ deps, context, runtime, log }, reference)
  return await deps.runtimes.use(organizationId, serverId, work, context.signal)
}

/** Images of a release from another environment or server are transferred unchanged. */
async function ensureThere({ deps, context, log }: Work, image: FrozenImage, service: string): Promise<FrozenImage> {
  const { organizationId, serverId, deploymentId } = subjectOf(context)
  const { signal } = context
  const find = (runtime: Runtime) => runtime.findImage(image.id, { signal })
  if ((await deps.runtimes.use(organizationId, serverId, find, signal)) !== null) {
    await log.writeLine(`${service}: unchanged, its image already exists.`)
    return await keepForUs({ deps, context, log }, image)
  }
  const { releaseId } = await deps.records.deployment(organizationId, deploymentId)
  const from = await originOf(deps, context, releaseId)
  if (from === null || from === serverId)
    return await pullOnServer({ deps, context, log }, image.digest ?? image.reference)
  await transferImage({ deps, context, log }, { reference: image.reference, from })
  return await keepForUs({ deps, context, log }, image)
}

/**
 * An image of another environment is removed when that one no longer needs it, unless this one has a name for it too.
 */
async function keepForUs({ deps, context }: Work, image: FrozenImage): Promise<FrozenImage> {
  const { environmentId } = subjectOf(context)
  const { signal } = context
  const [own] = environmentImageNames(environmentId, image)
  return await onServer(deps, context, async (runtime) => {
    if (own !== undefined && (await runtime.findImage(own.name, { signal })) !== null) return image
    const found = { ...image, isPulled: false }
    await runtime.tagImage(image.id, tagOf(environmentId, found), { signal })
    return found
  })
}

async function originOf(
  { records }: DeployDeps,
  context: DeployContext,
  releaseId: Id<'rel'> | null,
): Promise<Id<'srv'> | null> {
  const { organizationId, environmentId } = subjectOf(context)
  if (releaseId !== null) return (await records.release(organizationId, releaseId)).serverId
  return (await records.desired(organizationId, environmentId)).live?.serverId ?? null
}

interface Freezing {
  planned: DeploymentPlan
  images: Record<string, FrozenImage>
  resolved: { branch: string | null; commit: FrozenCommit }
}
type FrozenCommit = Parameters<DeployDeps['records']['saveCommit']>[2]

async function saveRelease(
  { records }: DeployDeps,
  context: DeployContext,
  { planned, images, resolved: { branch, commit } }: Freezing,
): Promise<void> {
  const { serverId } = subjectOf(context)
  const services = planned.services.map((service): FrozenService => frozen(service, images[service.name] ?? null))
  const architecture = Object.values(images)[0]?.architecture ?? null
  const variables = planned.variables.map(({ id, key, service }) => ({ id: brandId<'var'>(id), key, service }))
  context.record((tx) =>
    records.saveRelease(tx, context, { serverId, architecture, branch, commit, services, variables }),
  )
}

function frozen(
  { serviceId, name, kind, configuration, texts }: PlannedService,
  image: FrozenImage | null,
): FrozenService {
  return { serviceId, name, kind, configuration, texts, image }
}

/** Removes only our names. An image that was there before, or that a retained release needs, has other names. */
async function removeObtained(deps: DeployDeps, context: UndoContext<DeploySubject, BuiltRelease>): Promise<void> {
  const { organizationId, environmentId, deploymentId } = subjectOf(context)
  const obtained = Object.values(context.output?.images ?? {}).filter((each) => !isBuiltFor(environmentId, each))
  if (obtained.length === 0) return
  const kept = await deps.records.otherReleases(organizationId, environmentId, deploymentId)
  const names = surplusImageNames(
    environmentId,
    obtained.map((image) => ({ image })),
    kept.flatMap((each) => each.services),
  )
  const { signal } = context
  await onServer(deps, context, (runtime) => removeImages(runtime, names, { signal }))
}

/** Removes only images with this deployment's label, because others can use what it reused or pulled. */
async function removeBuilt(deps: DeployDeps, context: Pick<DeployContext, 'run' | 'signal'>): Promise<void> {
  const { organizationId, environmentId, deploymentId, serverId, buildServerId } = subjectOf(context)
  const { signal } = context
  for (const server of new Set([serverId, buildServerId]))
    await deps.runtimes.use(
      organizationId,
      server,
      async (runtime) => {
        const found = await runtime.listImages(labelsOf({ organizationId, environmentId, deploymentId }), { signal })
        for (const { id } of found) await runtime.removeImage(id, { signal })
      },
      signal,
    )
}
