/** Names that keep an image on a server because of us. Docker removes an image with its last name. */
import type { Id } from '../../platform/ids/brand.ts'
import type { FrozenImage, FrozenService } from './release.schemas.ts'
import { imageTag } from './server-names.policy.ts'

type Services = readonly Pick<FrozenService, 'image'>[]

export interface ImageName {
  readonly name: string
  /** ID that the name must still refer to. By now it could refer to another image, which we must not remove. */
  readonly onlyFor?: string
}

/** Lists our own tag first. An image that was there before, or that another environment uses, keeps its other names. */
export function environmentImageNames(environmentId: Id<'env'>, image: FrozenImage): ImageName[] {
  const { id, reference, digest, isPulled } = image
  if (isBuiltFor(environmentId, image)) return [{ name: reference }]
  const tag = { name: tagOf(environmentId, { id, isPulled }) }
  if (!isPulled) return [tag]
  return [tag, ...(digest === null ? [] : [{ name: digest }]), { name: reference, onlyFor: id }]
}

/** Otherwise the image was pulled, found on the server, or built for another environment. */
export function isBuiltFor(environmentId: Id<'env'>, { contentHash, reference }: FrozenImage): boolean {
  return contentHash !== null && reference.startsWith(imageTag(environmentId, ''))
}

/** Tags an image that wasn't built here. The tag shows whether we pulled it, so a later deployment can see that. */
export function tagOf(environmentId: Id<'env'>, { id, isPulled }: Pick<FrozenImage, 'id' | 'isPulled'>): string {
  const hash = id.replace(/^sha256:/, '')
  return imageTag(environmentId, isPulled ? hash : `found-${hash}`)
}

/** Keeps an image that exists only on this server for as long as the environment that adopted it, whatever is deployed. */
export function adoptedTagOf(environmentId: Id<'env'>, id: string): string {
  return imageTag(environmentId, `adopted-${id.replace(/^sha256:/, '')}`)
}

/** Lists names of discarded releases that no retained release needs. */
export function surplusImageNames(environmentId: Id<'env'>, gone: Services, kept: Services): ImageName[] {
  const namesOf = (services: Services) =>
    services.flatMap(({ image }) => (image === null ? [] : environmentImageNames(environmentId, image)))
  const keyOf = ({ name, onlyFor = '' }: ImageName) => `${name} ${onlyFor}`
  const needed = new Set(namesOf(kept).map(keyOf))
  const all = new Map(namesOf(gone).map((each) => [keyOf(each), each]))
  return [...all].flatMap(([key, each]) => (needed.has(key) ? [] : [each]))
}
