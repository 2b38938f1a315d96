/** Encodings in which a secret can appear in output. Pure: value in, byte patterns out. */

export interface Pattern {
  bytes: Buffer
  /** Number of adjacent characters that also carry bits of the value. */
  before: number
  after: number
}

/** A shorter piece of a value reveals too little, and would redact too much. */
const minimumPieceLength = 8

/** Returns every encoding of the value, without duplicates. */
export function encodingsOf(value: Buffer): Pattern[] {
  const text = value.toString('utf8')
  const texts = Buffer.from(text).equals(value) ? [text, ...linesOf(text)].flatMap(textForms) : []
  const hex = value.toString('hex')
  const exact = [...texts, hex, hex.toUpperCase()].map((form) => Buffer.from(form))
  const patterns = [value, ...exact].map((bytes) => ({ bytes, before: 0, after: 0 }))
  return unique([...patterns, ...base64Forms(value), ...wrappedBase64Forms(value)])
}

/** Programs print long keys line by line, each with its own prefix; PEM header and footer lines aren't secret. */
function linesOf(text: string): string[] {
  if (!text.includes('\n')) return []
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= minimumPieceLength && !line.startsWith('-----'))
}

function textForms(text: string): string[] {
  const json = jsonForms(text)
  return [text, ...json, ...json.flatMap(jsonForms), ...urlForms(text), ...shellForms(text), htmlForm(text)]
}

function jsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1)
  const slashes = plain.replaceAll('/', '\\/')
  // Go escapes HTML characters; Python escapes everything beyond ASCII.
  const html = plain.replace(/[<>&]/g, (letter) => unicodeEscape(letter.charCodeAt(0)))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
  const ascii = plain.replace(/[^\x00-\x7f]/g, (letter) => unicodeEscape(letter.charCodeAt(0)))
  return [plain, slashes, html, ascii]
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}

function urlForms(text: string): string[] {
  // Lone surrogates can't be URL-encoded; text from UTF-8 has none.
  const component = encodeURIComponent(text)
  const strict = component.replace(/[!'()*]/g, percent)
  const forms = [component, strict, strict.replaceAll('%2F', '/'), encodeURI(text), formEncoded(text), everyByte(text)]
  return forms.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())])
}

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

function everyByte(text: string): string {
  return [...Buffer.from(text)].map((byte) => percent(String.fromCharCode(byte))).join('')
}

function shellForms(text: string): string[] {
  return [
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replace(/["\\$`]/g, '\\$&'),
    text.replace(/["\\$`!]/g, '\\$&'),
    // Output of printf %q.
    text.replace(/[^A-Za-z0-9_@%+=:,./\n\u0080-\uffff-]/g, '\\$&'),
    // $'…'
    text.replace(/[\\'\n\t\r]/g, (letter) => ansiEscapes.get(letter) ?? letter),
  ]
}

const ansiEscapes = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
])

function htmlForm(text: string): string {
  const names = new Map([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ["'", '&#39;'],
  ])
  return text.replace(/[&<>"']/g, (letter) => names.get(letter) ?? letter)
}

/**
 * Inside a longer base64 text the value begins at bit 0, 2 or 4 of a character. The pattern is the characters that
 * depend on the value alone; a character that mixes its first or last bits with an adjacent byte is redacted too.
 */
function base64Forms(value: Buffer): Pattern[] {
  const forms: Pattern[] = []
  for (const shift of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(shift), value])
      .toString('base64')
      .replaceAll('=', '')
    const start = Math.ceil((shift * 8) / 6)
    const end = Math.floor(((shift + value.length) * 8) / 6)
    const core = text.slice(start, end)
    const edges = { before: shift === 0 ? 0 : 1, after: end < text.length ? 1 : 0 }
    for (const form of [core, core.replaceAll('+', '-').replaceAll('/', '_')])
      forms.push({ bytes: Buffer.from(form), ...edges })
  }
  return forms
}

/** `base64` and `openssl` break long output into lines. */
function wrappedBase64Forms(value: Buffer): Pattern[] {
  const text = value.toString('base64')
  const pieces = [64, 76].flatMap((width) => (text.length > width ? text.match(new RegExp(`.{1,${width}}`, 'g')) : []))
  return pieces
    .filter((piece) => piece !== null && piece.length >= minimumPieceLength)
    .map((piece) => ({ bytes: Buffer.from(piece ?? ''), before: 0, after: 0 }))
}

function unique(patterns: Pattern[]): Pattern[] {
  const seen = new Map<string, Pattern>()
  for (const pattern of patterns) {
    const key = pattern.bytes.toString('latin1')
    const known = seen.get(key)
    seen.set(key, known === undefined ? pattern : widest(pattern, known))
  }
  return [...seen.values()]
}

function widest(a: Pattern, b: Pattern): Pattern {
  return { bytes: a.bytes, before: Math.max(a.before, b.before), after: Math.max(a.after, b.after) }
}
