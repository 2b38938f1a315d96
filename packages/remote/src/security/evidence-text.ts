/** Text that came from a server, made fit for an answer: no control characters, no line tricks, no endless length. */
/** Controls, and the characters that turn the direction of text around or are not seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

export function evidenceText(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength * 4)
    .replaceAll(unseen, ' ')
    .trim()
    .toWellFormed()
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).toWellFormed()}…`
}

/** A few of many, with how many were left out. */
export function listText(items: readonly string[], most = 8): string {
  const shown = items.slice(0, most).map((item) => evidenceText(item, 120))
  const rest = items.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}
