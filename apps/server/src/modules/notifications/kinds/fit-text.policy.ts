/**
 * Truncates text to a vendor's limit: it is escaped character by character, so that no escape is cut in half, and an
 * ellipsis marks the end.
 */
export interface FitOptions {
  quote?: (character: string) => string
  /** How the vendor counts; by default UTF-16 units. */
  measure?: (text: string) => number
}

const ellipsis = '…'

export function fitText(text: string, maximum: number, options: FitOptions = {}): string {
  const { quote = (character) => character, measure = (each) => each.length } = options
  const available = maximum - measure(ellipsis)
  let fitted = ''
  let size = 0
  let cutAt: string | null = null
  for (const character of text) {
    const piece = quote(character)
    const added = measure(piece)
    if (size + added > available) cutAt ??= fitted
    if (size + added > maximum) return `${cutAt ?? fitted}${ellipsis}`
    fitted += piece
    size += added
  }
  return fitted
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text)
}

/**
 * Keeps clients from creating links, mentions and hashtags from untrusted text where it can't be quoted: inserts an
 * invisible space where one would begin. IP addresses stay unchanged, so that they can be copied.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll('://', ':\u200b//')
    .replace(/[@#](?=\S)/g, '$&\u200b')
    .replace(/[.。．｡](?=\p{L})/gu, '$&\u200b')
    .replace(/(^|\s)\/(?=\w)/g, '$1/\u200b')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
