import { sanitizeText } from '../ssh/sanitize-text.ts'

/** Lists a few of many items, with the number of omitted ones. */
export function listText(items: readonly string[], most = 8): string {
  const shown = items.slice(0, most).map((item) => sanitizeText(item, 120))
  const rest = items.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}
