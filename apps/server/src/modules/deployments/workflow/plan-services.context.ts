/** Plans each service of a deployment. Pure. */

import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { effectiveConfiguration } from '../../environments/index.ts'
import { isDatabaseKind, type ServiceKind } from '../../environments/service-kinds.schemas.ts'
import type { DesiredService, DesiredState, Release } from '../../workloads/worker.ts'
import { databaseImage } from '../../workloads/worker.ts'
import type { FetchedPlan, PlannedImage, PlannedService } from '../deployment-plan.schemas.ts'
import type { DeploymentRecord } from './deploy.context.ts'
import { requireFileVariables, textsOf } from './plan-files.context.ts'

export function planFrozen(release: Release): PlannedService[] {
  return release.services.map(({ serviceId, name, kind, configuration, texts, image }) => {
    const planned: PlannedImage = image === null ? engineOf(kind, configuration) : { do: 'reuse', image }
    return { serviceId, name, kind, configuration, texts, image: planned, start: startOf(kind, configuration) }
  })
}

/** A release whose images were on a server that is lost: they are built from its commit, or pulled again. */
export function planRebuilt(release: Release, fetched: FetchedPlan): PlannedService[] {
  return planFrozen(release).map((service) => {
    const { name, configuration, image: planned } = service
    if (planned.do !== 'reuse') return service
    if (configuration.sharesImageWith !== null)
      return { ...service, image: { do: 'share', service: configuration.sharesImageWith } }
    const { contentHash, digest, reference } = planned.image
    if (contentHash === null) return { ...service, image: { do: 'pull', reference: digest ?? reference } }
    const build = fetched.builds.find(({ key }) => key === fetched.buildOf[name])
    if (build !== undefined)
      return { ...service, image: { do: 'build', key: build.key, contentHash: build.contentHash } }
    throw new PermanentError(
      'image_missing',
      `The image of ${name} was on the lost server, and its source is unknown.`,
      {
        hint: 'Deploy the environment from its repository, or with an image from a registry.',
      },
    )
  })
}

/** Combines images of another environment's release with the services of this one. */
export function planPromoted(desired: DesiredState, release: Release): PlannedService[] {
  return desired.services.map(({ id, name, kind, configuration }) => {
    const start = startOf(kind, configuration)
    if (isDatabaseKind(kind))
      return { serviceId: id, name, kind, configuration, texts: {}, image: engineOf(kind, configuration), start }
    const promoted = release.services.find((each) => each.name === name)
    const image = promoted?.image
    if (image == null)
      throw new PermanentError('image_missing', `The promoted version has no image for ${name}.`, {
        hint: 'Give both environments the same services, or deploy this one from the repository.',
      })
    const texts = textsOf({ name, configuration }, [promoted?.texts ?? {}])
    requireFileVariables(desired, { name, configuration })
    return { serviceId: id, name, kind, configuration, texts, image: { do: 'reuse', image }, start }
  })
}

export function planDesired(
  desired: DesiredState,
  { givenImages }: Pick<DeploymentRecord, 'givenImages'>,
  fetched: FetchedPlan,
): PlannedService[] {
  const unknown = Object.keys(givenImages ?? {}).find((name) => !desired.services.some((each) => each.name === name))
  if (unknown !== undefined) throw new PermanentError('service_not_known', `The environment has no service ${unknown}.`)
  return desired.services.map((service) => {
    const { id, name, kind } = service
    const configuration = effectiveConfiguration(service.configuration, fetched.fromFile[name])
    const image = imageOf({ ...service, configuration }, { desired, givenImages, fetched })
    // A deployment of given images reads no repository, so the files stay as they are.
    const live = desired.live?.services.find((each) => each.name === name)?.texts ?? {}
    const texts = textsOf({ name, configuration }, [fetched.texts, live])
    requireFileVariables(desired, { name, configuration })
    return { serviceId: id, name, kind, configuration, texts, image, start: startOf(kind, configuration) }
  })
}

interface Known {
  desired: DesiredState
  givenImages: DeploymentRecord['givenImages']
  fetched: FetchedPlan
}

function imageOf(
  { name, kind, configuration }: DesiredService,
  { desired, givenImages, fetched }: Known,
): PlannedImage {
  if (isDatabaseKind(kind)) return engineOf(kind, configuration)
  const given = givenImages?.[name]
  if (given !== undefined) return { do: 'pull', reference: given }
  if (configuration.sharesImageWith !== null) return { do: 'share', service: configuration.sharesImageWith }
  if (configuration.source?.builder === 'image') return { do: 'pull', reference: configuration.source.image }
  const key = fetched.buildOf[name]
  const build = fetched.builds.find((each) => each.key === key)
  if (build !== undefined) return { do: 'build', key: build.key, contentHash: build.contentHash }
  // The request names images for other services, so this one keeps its own.
  const live = desired.live?.services.find((each) => each.name === name)?.image
  if (live != null) return { do: 'reuse', image: live }
  throw new PermanentError('nothing_to_build', `There's no image for ${name}.`, {
    hint: 'Send an image for every service, or deploy from the repository once.',
  })
}

function engineOf(kind: ServiceKind, configuration: PlannedService['configuration']): PlannedImage {
  if (!isDatabaseKind(kind)) throw new Error(`a frozen service of kind ${kind} has no image`)
  return { do: 'engine', reference: databaseImage(kind, configuration) }
}

/** Two containers would write to the same files. */
function startOf(kind: ServiceKind, { volumes }: PlannedService['configuration']): PlannedService['start'] {
  return !isDatabaseKind(kind) && volumes.length > 0 ? 'stop-first' : 'beside'
}
