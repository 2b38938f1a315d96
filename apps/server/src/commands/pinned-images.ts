/**
 * Pins the images of compose.yaml by digest, as the release resolved them. A development build has no digests and keeps
 * the tags.
 */
import { z } from 'zod'

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/)
const Lock = z.object({ images: z.array(z.object({ name: z.string(), tag: z.string(), digest: digest.nullable() })) })

export function pinImages(compose: string, lock: unknown): string {
  const pinned = Lock.parse(lock).images.filter((image) => image.digest !== null)
  return pinned.reduce(
    (text, image) =>
      text.replaceAll(`image: ${image.name}:${image.tag}\n`, `image: ${image.name}:${image.tag}@${image.digest}\n`),
    compose,
  )
}
