/**
 * Sanitizes foreign text for terminals: names, commit messages, logs. Removes escape sequences and replaces other control
 * characters and direction marks, so that text can't move the cursor, change the title, type for the person or disguise itself.
 */

const escapeUnit = 0x1b
const bell = 0x07
const stringEnd = 0x9c
/** Starts of sequences: after ESC, or as one C1 character. */
const csi = new Set([0x5b, 0x9b])
const strings = new Set([0x5d, 0x50, 0x58, 0x5e, 0x5f, 0x9d, 0x90, 0x98, 0x9e, 0x9f])
const replacement = '\ufffd'

/** Sanitizes several lines. Keeps line breaks and tabs. */
export function sanitizeBlock(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n').map(sanitizeLine).join('\n')
}

/** Sanitizes one line. */
export function sanitizeLine(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index) ?? 0
    if (point === escapeUnit || (point >= 0x80 && (csi.has(point) || strings.has(point)))) {
      index = afterSequence(text, index)
      continue
    }
    result += replace(point)
    index += point > 0xffff ? 2 : 1
  }
  return result
}

/** JSON that is safe to print; see `escapeControls`. */
export function toSafeJson(value: unknown, indent?: number): string {
  return escapeControls(JSON.stringify(value, null, indent))
}

/** Escapes control and invisible characters in JSON as `\u…`. The value stays the same. */
export function escapeControls(json: string): string {
  return [...json]
    .map((character) => {
      const point = character.codePointAt(0) ?? 0
      if (point === 0x0a || (replace(point) === character && !isInvisible(point))) return character
      return character.split('').map(escapeOf).join('')
    })
    .join('')
}

/** Escapes one UTF-16 unit. A character beyond the first plane has two. */
function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function replace(point: number): string {
  if (point === 0x0a || point === 0x0d || point === 0x2028 || point === 0x2029) return ' '
  if (point === 0x09) return '\t'
  if (point < 0x20) return String.fromCodePoint(0x2400 + point)
  if (point === 0x7f) return '\u2421'
  return (point >= 0x80 && point < 0xa0) || isMisleading(point) ? replacement : String.fromCodePoint(point)
}

/** Direction marks and invisible characters. */
function isMisleading(point: number): boolean {
  if (point === 0x061c || point === 0x200e || point === 0x200f || point === 0xfeff) return true
  if ((point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069)) return true
  return (point >= 0xd800 && point <= 0xdfff) || (point >= 0xe0000 && point <= 0xe007f)
}

/** Invisible characters that some languages need, so terminals get them, but that can also hide text. */
function isInvisible(point: number): boolean {
  return point === 0x200b || (point >= 0x2060 && point <= 0x2064) || (point >= 0xe0100 && point <= 0xe01ef)
}

/** Index after the sequence that starts here. An unterminated sequence takes the rest of the text. */
function afterSequence(text: string, start: number): number {
  const isLong = text.charCodeAt(start) === escapeUnit
  const kind = text.charCodeAt(isLong ? start + 1 : start)
  let index = start + (isLong ? 2 : 1)
  if (strings.has(kind)) {
    for (; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      if (unit === bell || unit === stringEnd) return index + 1
      if (unit === escapeUnit) return text[index + 1] === '\\' ? index + 2 : index
    }
    return index
  }
  if (csi.has(kind)) {
    while (isBetween(text.charCodeAt(index), 0x20, 0x3f)) index += 1
    return isBetween(text.charCodeAt(index), 0x40, 0x7e) ? index + 1 : index
  }
  // Other sequences: intermediate characters, then one final character.
  index = start + 1
  while (isBetween(text.charCodeAt(index), 0x20, 0x2f)) index += 1
  return isBetween(text.charCodeAt(index), 0x30, 0x7e) ? index + 1 : index
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last
}
