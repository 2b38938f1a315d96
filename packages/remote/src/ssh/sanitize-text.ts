/** Text that came from a server, made fit to be shown: no escape sequences, no line tricks, no endless length. */
import { stripVTControlCharacters } from 'node:util'

/** Controls, and the characters that turn the direction of text around or are not seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

export function sanitizeText(text: string, maxLength: number): string {
  const plain = stripVTControlCharacters(text.slice(0, maxLength * 8))
    .replaceAll(unseen, ' ')
    .trim()
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).toWellFormed()}…`
}
