/** The image of a service, among those that the deployment has built, pulled or found. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { BuiltRelease, FrozenImage, PlannedService } from '../release.schemas.ts'

export function imageOf(images: BuiltRelease['images'], { name }: Pick<PlannedService, 'name'>): FrozenImage {
  const image = images[name]
  if (image !== undefined) return image
  throw new PermanentError('image_not_found', `There is no image of ${name}.`)
}
