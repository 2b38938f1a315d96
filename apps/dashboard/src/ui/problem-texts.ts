/** Cause and remedy of a problem, in the dashboard's words where the API's words name calls, fields or permissions. Pure. */
import { text } from '../text/text.ts'

/** A call such as `POST /servers`, or a permission such as `servers:write`. */
const apiWords = /\b(?:GET|POST|PUT|PATCH|DELETE) \S|[a-z]:(?:read|write|reveal|configure|restore|run|manage)\b/

export function hintFor({ code, hint }: { code: string; hint?: string | null | undefined }): string | undefined {
  const own = text.problems.hints[code]
  if (own !== undefined) return own
  // A hint that needs API calls is worse than none.
  return hint === null || hint === undefined || apiWords.test(hint) ? undefined : hint
}

export function detailFor({ code, detail }: { code: string; detail: string }): string {
  return text.problems.details[code] ?? detail
}
