/** Sanitizes text from a server for display: no escape sequences, no line breaks, a limited length. */
import { stripVTControlCharacters } from 'node:util'

/** Control characters, invisible characters, and those that change the direction of text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

export function sanitizeText(text: string, maxLength: number): string {
  const plain = stripVTControlCharacters(text.slice(0, maxLength * 8))
    .replaceAll(unseen, ' ')
    .trim()
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).toWellFormed()}…`
}
