/** Compares two versions, and parses the release feed; pure. */
import { z } from 'zod'

/** Content of VERSION_FEED_URL. */
export const VersionFeed = z.object({
  version: z
    .string()
    .max(50)
    .regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'must be a version such as 1.4.0'),
  url: z
    .string()
    .max(500)
    .regex(/^https:\/\/[!-~]+$/)
    .nullable()
    .default(null),
})
export type VersionFeed = z.output<typeof VersionFeed>

/** Compares releases: anything but a plain version is never newer. */
export function isNewer(candidate: string, current: string): boolean {
  const [one, other] = [numbersOf(candidate), numbersOf(current)]
  if (one === null || other === null) return false
  const at = one.findIndex((number, index) => number !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}

function numbersOf(version: string): number[] | null {
  const match = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version)
  return match === null ? null : match.slice(1).map(Number)
}
