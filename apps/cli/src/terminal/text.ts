/** Terminal lines as data. Writing adds colors and sanitizes the text, so that no caller can forget it. */
import { sanitizeLine } from './sanitize-terminal-text.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
export type Span = string | { text: string; style: Style }
export type Line = Span | readonly Span[]

const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

export function spansOf(line: Line): readonly Span[] {
  return typeof line === 'string' || 'text' in line ? [line] : line
}

export function renderLine(line: Line, hasColors: boolean): string {
  const parts = spansOf(line).map((span) => {
    if (typeof span === 'string') return sanitizeLine(span)
    const [on, off] = codes[span.style]
    return hasColors ? `\u001b[${on}m${sanitizeLine(span.text)}\u001b[${off}m` : sanitizeLine(span.text)
  })
  return parts.join('')
}

export function plainText(line: Line): string {
  return renderLine(line, false)
}

/** Width in terminal columns. */
export function widthOf(line: Line): number {
  return [...plainText(line)].reduce((sum, character) => sum + widthOfCharacter(character), 0)
}

/** Cuts a line to one row, because a wrapped line can't be redrawn. */
export function fitLine(line: Line, columns: number): Line {
  if (widthOf(line) <= columns) return line
  let left = Math.max(0, columns - 1)
  const fitted: Span[] = []
  for (const span of spansOf(line)) {
    const text = typeof span === 'string' ? span : span.text
    const kept = cut(sanitizeLine(text).replaceAll('\t', ' '), left)
    left -= widthOf(kept)
    fitted.push(typeof span === 'string' ? kept : { ...span, text: kept })
  }
  return [...fitted, '…']
}

function cut(text: string, columns: number): string {
  let result = ''
  let width = 0
  for (const character of text) {
    width += widthOfCharacter(character)
    if (width > columns) break
    result += character
  }
  return result
}

function widthOfCharacter(character: string): number {
  if (character === '\t') return 8
  if (/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(character)) return 0
  const point = character.codePointAt(0) ?? 0
  const isWide =
    (point >= 0x1100 && point <= 0x115f) ||
    (point >= 0x2e80 && point <= 0xa4cf) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0xfe30 && point <= 0xfe6f) ||
    (point >= 0xff00 && point <= 0xff60) ||
    (point >= 0x20000 && point <= 0x3fffd) ||
    /^\p{Emoji_Presentation}$/u.test(character)
  return isWide ? 2 : 1
}
