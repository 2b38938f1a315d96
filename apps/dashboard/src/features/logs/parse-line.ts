/**
 * A line of program output → segments that are safe to show. Removes sequences that move the cursor, set a title or create a
 * link. Shows invisible characters and direction marks by their code point.
 */
import { type AnsiStyle, applySgr, classOf, plainStyle } from './ansi-style.ts'

export interface Segment {
  text: string
  /** Classes of Tailwind and log.css. */
  className: string
}

/** Most lines contain none of these and need no parsing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const special = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
/** CSI sequences, OSC, DCS, SOS, PM and APC strings, and two-character escapes. */
const sequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  /(?:\u001b\[|\u009b)([0-9;:<=>?]*)[ -/]*([@-~])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-OQ-WYZ\\`-~]/g

/** Rows have one height, so very long lines are cut, with a note. */
export const maxShownCharacters = 4_000

function isPlain(text: string): boolean {
  return !special.test(text)
}

/** The displayed text of a line. */
export function toPlainText(text: string): string {
  return isPlain(text)
    ? text
    : parseLine(text)
        .map((segment) => segment.text)
        .join('')
}

/** Nearly the same as `toPlainText`, but much faster, because a search reads every line. */
export function toSearchText(text: string): string {
  const whole = text.includes('\r') ? lastOverwrite(text) : text
  return whole.includes('\u001b') ? whole.replace(sequence, '') : whole
}

export function parseLine(raw: string, start: AnsiStyle = plainStyle): Segment[] {
  if (isPlain(raw)) return raw === '' ? [] : [{ text: raw, className: classOf(start) }]
  const text = lastOverwrite(raw)
  const segments: Segment[] = []
  let style = start
  let at = 0
  for (const found of text.matchAll(sequence)) {
    push(segments, text.slice(at, found.index), style)
    if (found[2] === 'm' && isSgr(found[1])) style = applySgr(style, found[1] ?? '')
    at = found.index + found[0].length
  }
  push(segments, text.slice(at), style)
  return segments
}

/** The style at the end of a line, which continues in the next line. */
export function styleAfter(text: string, start: AnsiStyle): AnsiStyle {
  let style = start
  for (const found of text.matchAll(sequence))
    if (found[2] === 'm' && isSgr(found[1])) style = applySgr(style, found[1] ?? '')
  return style
}

/** Sequences with `?`, `<`, `=` or `>` are private to some terminal. */
function isSgr(parameters: string | undefined): boolean {
  return parameters === undefined || /^[0-9;:]*$/.test(parameters)
}

/** Progress bars overwrite the line after a carriage return. */
function lastOverwrite(text: string): string {
  if (!text.includes('\r')) return text
  const parts = text.split('\r')
  return parts.findLast((part) => part !== '') ?? ''
}

function push(segments: Segment[], text: string, style: AnsiStyle): void {
  if (text === '') return
  const className = classOf(style)
  let at = 0
  for (const found of text.matchAll(hidden)) {
    if (found.index > at) segments.push({ text: text.slice(at, found.index), className })
    segments.push({ text: nameOf(found[0]), className: 'log-hidden' })
    at = found.index + found[0].length
  }
  if (at < text.length) segments.push({ text: text.slice(at), className })
}

function nameOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
