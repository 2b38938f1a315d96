/**
 * A line as a program wrote it → parts that are safe to show. Sequences that would move a cursor, set a title or make a link are taken
 * away; characters that are invisible or turn the direction of the text are shown by their number, so that a line reads as it is.
 */
import { type AnsiStyle, applySgr, classOf, plainStyle } from './ansi-style.ts'

export interface Segment {
  text: string
  /** Of Tailwind and log.css. */
  className: string
}

/** Lines without any of these are shown as they are: most of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const special = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
/** CSI with its end; strings of OSC, DCS, SOS, PM and APC to their end; two-character escapes. */
const sequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  /(?:\u001b\[|\u009b)([0-9;:<=>?]*)[ -/]*([@-~])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-OQ-WYZ\\`-~]/g

/** Rows are of one height: what is longer than anybody reads is cut, and said so. */
export const maxShownCharacters = 4_000

function isPlain(text: string): boolean {
  return !special.test(text)
}

/** What is shown of it, as text: search and files work on this. */
export function toPlainText(text: string): string {
  return isPlain(text)
    ? text
    : parseLine(text)
        .map((segment) => segment.text)
        .join('')
}

/** The same for almost every line, and much faster: a search looks at all of them. */
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

/** Colours go on in the next line until they are taken back. */
export function styleAfter(text: string, start: AnsiStyle): AnsiStyle {
  let style = start
  for (const found of text.matchAll(sequence))
    if (found[2] === 'm' && isSgr(found[1])) style = applySgr(style, found[1] ?? '')
  return style
}

/** With `?`, `<`, `=` or `>` it is a private sequence of some terminal. */
function isSgr(parameters: string | undefined): boolean {
  return parameters === undefined || /^[0-9;:]*$/.test(parameters)
}

/** A carriage return begins the line anew, as progress bars do. */
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
