/** Compares what the old and the new services respond for `/`. Pure. */
import type { ComparedResponse, OldResponse } from './adoptions.schemas.ts'

type Seen = Pick<OldResponse, 'status' | 'contentType'>

const firstServerError = 500

export interface Comparison {
  readonly compared: readonly ComparedResponse[]
  /** Why the new version must not replace the old one. Null if it can. */
  readonly failure: string | null
  readonly differences: readonly string[]
}

export function compareResponses(before: readonly OldResponse[], after: ReadonlyMap<string, Seen | null>): Comparison {
  const pairs = before.flatMap((old) => {
    const now = after.get(old.service)
    return now === undefined ? [] : [{ old, now }]
  })
  const failed = pairs.find(
    ({ old, now }) => old.status < firstServerError && (now?.status ?? firstServerError) >= firstServerError,
  )
  return {
    compared: pairs.map(({ old, now }) => ({ service: old.service, before: textOf(old), after: textOf(now) })),
    failure:
      failed === undefined
        ? null
        : `${failed.old.service} responded to / with ${textOf(failed.old)} before, and with ${textOf(failed.now)} now.`,
    differences: pairs
      .filter(({ old, now }) => textOf(old) !== textOf(now))
      .map(
        ({ old, now }) =>
          `Note: ${old.service} responded to / with ${textOf(old)} before, and with ${textOf(now)} now.`,
      ),
  }
}

function textOf(seen: Seen | null): string {
  return seen === null ? 'nothing' : `${seen.status} ${seen.contentType}`.trim()
}
