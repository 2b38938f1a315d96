/** Images in the format that a release stores. */
import type { ImageFacts } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { FrozenImage } from '../../workloads/release.schemas.ts'
import type { BuiltRelease, PlannedService } from '../deployment-plan.schemas.ts'

export function freeze(
  { id, digest, architecture, sizeBytes }: ImageFacts,
  { reference, contentHash, isPulled }: Pick<FrozenImage, 'reference' | 'contentHash' | 'isPulled'>,
): FrozenImage {
  return { id, reference, digest, contentHash, architecture, sizeBytes, isPulled }
}

/** Returns the image of a service among those that the deployment built, pulled, or found. */
export function imageOf(images: BuiltRelease['images'], { name }: Pick<PlannedService, 'name'>): FrozenImage {
  const image = images[name]
  if (image !== undefined) return image
  throw new PermanentError('image_not_found', `There's no image for ${name}.`)
}
