/** Text within a limit of a vendor: escaped piece by piece, so that no escape is cut in half, and an ellipsis says that it was cut. */
export interface FitOptions {
  quote?: (character: string) => string
  /** How the vendor counts; by default UTF-16 units. */
  measure?: (text: string) => number
}

const ellipsis = '…'

export function fitText(text: string, maximum: number, options: FitOptions = {}): string {
  const { quote = (character) => character, measure = (each) => each.length } = options
  const room = maximum - measure(ellipsis)
  let fitted = ''
  let size = 0
  let cutAt: string | null = null
  for (const character of text) {
    const piece = quote(character)
    const added = measure(piece)
    if (size + added > room) cutAt ??= fitted
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
 * Keeps programs from making links, mentions and hashtags out of text of others where it cannot be quoted: an invisible space
 * stands where one would begin. Addresses of IP stay as they are, to be copied.
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
