/** The names under which a server keeps an image because of us. An image goes when nobody has a name for it any more. */
import type { Id } from '../../platform/ids/brand.ts'
import type { FrozenImage, FrozenService } from './release.schemas.ts'
import { imageTag } from './server-names.policy.ts'

type Services = readonly Pick<FrozenService, 'image'>[]

export interface ImageName {
  readonly name: string
  /** By now it may mean another image, which is not ours to remove. */
  readonly onlyFor?: string
}

/** A tag of ours first. What was there before us, or for another environment, keeps its own names: only ours are taken from it. */
export function environmentImageNames(environmentId: Id<'env'>, image: FrozenImage): ImageName[] {
  const { id, reference, digest, isPulled } = image
  if (isBuiltFor(environmentId, image)) return [{ name: reference }]
  const tag = { name: tagOf(environmentId, { id, isPulled }) }
  if (!isPulled) return [tag]
  return [tag, ...(digest === null ? [] : [{ name: digest }]), { name: reference, onlyFor: id }]
}

/** Otherwise it was pulled, found on the server, or built for another environment. */
export function isBuiltFor(environmentId: Id<'env'>, { contentHash, reference }: FrozenImage): boolean {
  return contentHash !== null && reference.startsWith(imageTag(environmentId, ''))
}

/** Of an image that was not built here. The tag itself says whether we brought it: a later deployment finds it there. */
export function tagOf(environmentId: Id<'env'>, { id, isPulled }: Pick<FrozenImage, 'id' | 'isPulled'>): string {
  const hash = id.replace(/^sha256:/, '')
  return imageTag(environmentId, isPulled ? hash : `found-${hash}`)
}

/** What releases that are given up have, and none that is kept needs. */
export function surplusImageNames(environmentId: Id<'env'>, gone: Services, kept: Services): ImageName[] {
  const namesOf = (services: Services) =>
    services.flatMap(({ image }) => (image === null ? [] : environmentImageNames(environmentId, image)))
  const keyOf = ({ name, onlyFor = '' }: ImageName) => `${name} ${onlyFor}`
  const needed = new Set(namesOf(kept).map(keyOf))
  const all = new Map(namesOf(gone).map((each) => [keyOf(each), each]))
  return [...all].flatMap(([key, each]) => (needed.has(key) ? [] : [each]))
}
