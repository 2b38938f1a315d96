/** Obtains one image on the server that will run it: builds, pulls, or transfers it, or finds it there. */
import type { ImageFacts, RegistryCredential, Runtime } from '@longshore/remote/runtime'
import { RuntimeError } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { isInBuilds } from '../../environments/index.ts'
import type { FrozenImage } from '../../workloads/release.schemas.ts'
import type { DeployLogWriter } from '../../workloads/worker.ts'
import { adoptedTagOf, imageTag, labelsOf, tagOf } from '../../workloads/worker.ts'
import type { DeploymentPlan, ImageBuild } from '../deployment-plan.schemas.ts'
import type { DeployContext, DeployDeps } from './deploy.context.ts'
import { subjectOf } from './deploy-step.context.ts'
import { freeze } from './frozen-images.context.ts'

export interface Obtaining {
  readonly deps: DeployDeps
  readonly context: DeployContext
  readonly runtime: Runtime
  readonly log: DeployLogWriter
}

export async function pullImage({ deps, context, runtime, log }: Obtaining, reference: string): Promise<FrozenImage> {
  const { environmentId } = subjectOf(context)
  const { signal } = context
  if (isImageId(reference)) return await useAdopted({ context, runtime }, reference)
  const known = await runtime.findImage(reference, { signal })
  const isSettled = known !== null && reference.includes('@sha256:')
  const image = isSettled ? known : await pull({ deps, context, runtime, log }, reference)
  const { id } = image
  const isPulled =
    id !== known?.id || (await runtime.findImage(tagOf(environmentId, { id, isPulled: true }), { signal })) !== null
  // Adds our own name, because cleanup would remove an untagged image whose tag moved on.
  await runtime.tagImage(id, tagOf(environmentId, { id, isPulled }), { signal })
  return freeze(image, { reference, contentHash: null, isPulled })
}

function isImageId(reference: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(reference)
}

/**
 * An image that exists only on this server. The adoption gave it our name, so no environment can run an image of another
 * one only because its ID is known.
 */
async function useAdopted(
  { context, runtime }: Pick<Obtaining, 'context' | 'runtime'>,
  id: string,
): Promise<FrozenImage> {
  const { environmentId } = subjectOf(context)
  const { signal } = context
  const image = await runtime.findImage(adoptedTagOf(environmentId, id), { signal })
  if (image?.id === id) {
    await runtime.tagImage(id, tagOf(environmentId, { id, isPulled: false }), { signal })
    return freeze(image, { reference: id, contentHash: null, isPulled: false })
  }
  throw new PermanentError('image_not_found', `The image ${id.slice(0, 19)} is not on this server.`, {
    hint: 'It existed only on the server where the environment was adopted. Push it to a registry, and use its name there.',
  })
}

async function pull({ deps, context, runtime, log }: Obtaining, reference: string): Promise<ImageFacts> {
  const { signal } = context
  const credential = await deps.records.openRegistry(subjectOf(context).organizationId, reference)
  await log.writeLine(`Pulling ${reference}`)
  try {
    return await runtime.pull(reference, { credential, signal, onOutput: log.write })
  } catch (error) {
    if (!(error instanceof RuntimeError) || error.code !== 'registry_unreachable') throw error
    const there = await runtime.findImage(reference, { signal })
    if (there === null) throw error
    await log.writeLine(`The registry is unreachable. Using ${reference}, which is already on the server.`)
    return there
  }
}

export interface Building {
  readonly build: ImageBuild
  readonly projectId: Id<'prj'>
  readonly sha: string
  readonly limits: DeploymentPlan['limits']
  readonly useCache: boolean
}

export async function buildOne(
  { deps, context, log }: Omit<Obtaining, 'runtime'>,
  { build, projectId, sha, limits, useCache }: Building,
): Promise<FrozenImage> {
  const { organizationId, environmentId, deploymentId, serverId, buildServerId } = subjectOf(context)
  const values = await openValues({ deps, context, log }, build)
  const tag = imageTag(environmentId, build.contentHash)
  await using checkout = await deps.sources.checkout(organizationId, projectId, { sha, build }, context.signal)
  const request = {
    tag,
    labels: labelsOf({ organizationId, environmentId, deploymentId }),
    contextDirectory: checkout.contextDirectory,
    dockerfile: checkout.dockerfile,
    target: build.target,
    ...(build.railpack === undefined ? {} : { railpack: build.railpack }),
    ...values,
    registries: await openRegistries({ deps, context, log }, build),
    useCache,
    // Previews are environments too, so a pull request can't reach the caches of production.
    cacheNamespace: encodeId('env', environmentId),
    limits,
  }
  const place = (runtime: Runtime) => runtime.build(request, { signal: context.signal, onOutput: log.write })
  const { steps } = await deps.runtimes
    .use(organizationId, buildServerId, place, context.signal)
    .catch((error: unknown) => {
      throw masked(error, log)
    })
  await log.writeLine(`Built; ${steps.cached} of ${steps.all} steps came from the cache.`)
  if (buildServerId !== serverId) await transferImage({ deps, context, log }, { reference: tag, from: buildServerId })
  return await deps.runtimes.use(
    organizationId,
    serverId,
    async (runtime) =>
      freeze(await requireImage(runtime, tag, context.signal), {
        reference: tag,
        contentHash: build.contentHash,
        isPulled: false,
      }),
    context.signal,
  )
}

/** The last output of a build can contain secrets that it was given. */
function masked(error: unknown, log: DeployLogWriter): unknown {
  if (!(error instanceof RuntimeError)) return error
  const { code, step, exitCode, logTail } = error
  return new RuntimeError(code, log.redact(error.message), {
    ...(step === undefined ? {} : { step: log.redact(step) }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(logTail === undefined ? {} : { logTail: log.redact(logTail) }),
    cause: code,
  })
}

/** Streams through this worker without touching its disk. */
export async function transferImage(
  { deps, context, log }: Omit<Obtaining, 'runtime'>,
  { reference, from }: { reference: string; from: Id<'srv'> },
): Promise<void> {
  const { organizationId, serverId } = subjectOf(context)
  const { signal } = context
  await log.writeLine('Copying the image from the other server')
  await deps.runtimes.use(
    organizationId,
    from,
    async (source) => {
      const found = await requireImage(source, reference, signal)
      await deps.runtimes.use(
        organizationId,
        serverId,
        async (target) => {
          const { architecture } = await target.facts({ signal })
          if (architecture !== found.architecture) throw otherArchitecture(found.architecture, architecture)
          await target.importImage(await source.exportImage(reference, { signal }), { signal })
        },
        signal,
      )
    },
    signal,
  )
}

async function requireImage(
  runtime: Pick<Runtime, 'findImage'>,
  reference: string,
  signal: AbortSignal,
): Promise<ImageFacts> {
  const found = await runtime.findImage(reference, { signal })
  if (found !== null) return found
  throw new PermanentError('release_not_kept', `The image ${reference} is no longer on the server.`, {
    hint: 'Deploy the commit again to rebuild its image.',
  })
}

/** Opens one credential per registry of a base image. */
async function openRegistries(
  { deps, context }: Omit<Obtaining, 'runtime'>,
  { bases = [] }: ImageBuild,
): Promise<RegistryCredential[]> {
  const { organizationId } = subjectOf(context)
  const opened = await Promise.all(bases.map((reference) => deps.records.openRegistry(organizationId, reference)))
  const known = new Map(opened.flatMap((each) => (each === null ? [] : [[each.host, each] as const])))
  return [...known.values()]
}

async function openValues({ deps, context, log }: Omit<Obtaining, 'runtime'>, build: ImageBuild) {
  const { organizationId, environmentId } = subjectOf(context)
  const wanted = new Set([...build.arguments, ...build.secrets])
  if (wanted.size === 0) return { arguments: [], secrets: [] }
  const { variables } = await deps.records.desired(organizationId, environmentId)
  const chosen = variables.filter(({ key, scope }) => isInBuilds(scope) && wanted.has(key))
  const opened = await deps.records.openVariables(
    organizationId,
    chosen.map(({ id }) => id),
  )
  log.mask([...opened.values()].filter(({ isSecret }) => isSecret).map(({ value }) => value))
  const valuesOf = (keys: readonly string[]) =>
    keys.flatMap((key): [string, string][] => {
      const found = chosen.findLast((each) => each.key === key)
      const value = found === undefined ? undefined : opened.get(found.id)
      return value === undefined ? [] : [[key, value.value.reveal()]]
    })
  return { arguments: valuesOf(build.arguments), secrets: valuesOf(build.secrets) }
}

function otherArchitecture(built: string, needed: string): PermanentError {
  return new PermanentError('architecture_mismatch', `The image is for ${built}, but the server is ${needed}.`, {
    hint: 'Choose a build server with the same architecture, or build on the server itself.',
  })
}
