/**
 * Describes the invalid fields of a request as sentences: "name is required." Clients that show only `detail` then show
 * what to change.
 */
import type { FieldError } from '../errors/app-error.ts'

const maxSentences = 3
const maxLength = 300
/** Messages follow the name of their field; some are complete clauses, such as "line 2 has no =". */
const isPredicate = /^(?:is|isn't|must|has|needs|can't|requires|appears|matches|doesn't|never|starts|redirects) ?/
/** Parts of the request that are named in the sentence; the body isn't. */
const places: ReadonlySet<string> = new Set(['querystring', 'headers', 'request'])

export function validationSentence(errors: readonly FieldError[]): string {
  const shown = errors.slice(0, maxSentences).map(sentenceOf)
  const more = errors.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more ${more === 1 ? 'field is' : 'fields are'} invalid.`] : [])].join(' ')
}

function sentenceOf({ pointer, message }: FieldError): string {
  const name = nameOf(pointer) || 'The request'
  const text = isPredicate.test(message) ? `${name} ${message}` : `${name}: ${message}`
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  return /[.!?…]$/.test(short) ? short : `${short}.`
}

/** Formats `/services/0/port` as `services[0].port`. */
function nameOf(pointer: string): string {
  const parts = pointer.split('/').slice(1)
  const own = places.has(parts[0] ?? '') ? parts.slice(1) : parts
  return own
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
}
