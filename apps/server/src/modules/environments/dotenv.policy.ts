/**
 * Parses the text of a `.env` file. It expands nothing: `$HOME` stays `$HOME`, because there is no environment to read
 * it from, and a password with a dollar sign must stay unchanged. Pure.
 */

export interface DotenvEntry {
  key: string
  value: string
  line: number
}

export interface DotenvFault {
  line: number
  message: string
}

export function parseDotenv(text: string): { entries: DotenvEntry[]; faults: DotenvFault[] } {
  // Byte-order marks and Windows line ends belong to files, not to values.
  const source = (text.startsWith('\ufeff') ? text.slice(1) : text).replaceAll('\r\n', '\n')
  const entries: DotenvEntry[] = []
  const faults: DotenvFault[] = []
  let at = 0
  let line = 1
  while (at < source.length) {
    const read = readLine(source, at)
    if ('message' in read) faults.push({ line, message: read.message })
    else if (read.entry !== null) entries.push({ ...read.entry, line })
    line += countLines(source, at, read.next)
    at = read.next
  }
  return { entries, faults }
}

type Read = { next: number; entry: { key: string; value: string } | null } | { next: number; message: string }

function readLine(source: string, from: number): Read {
  const end = endOfLine(source, from)
  const text = source.slice(from, end).trim()
  if (text === '' || text.startsWith('#')) return { next: end + 1, entry: null }
  const equals = source.indexOf('=', from)
  if (equals < 0 || equals >= end) return { next: end + 1, message: 'has no =' }
  const name = source.slice(from, equals).trim()
  const key = name.startsWith('export ') ? name.slice('export '.length).trim() : name
  const start = skipBlanks(source, equals + 1)
  const quote = source[start]
  if (quote !== '"' && quote !== "'" && quote !== '`')
    return { next: end + 1, entry: { key, value: withoutComment(source.slice(equals + 1, end)) } }
  return readQuoted(source, { key, start, quote })
}

function readQuoted(source: string, { key, start, quote }: { key: string; start: number; quote: string }): Read {
  const close = closingQuote(source, start + 1, quote)
  if (close < 0) return { next: endOfLine(source, start) + 1, message: `starts with ${quote} but doesn't end with it` }
  const end = endOfLine(source, close)
  const rest = source.slice(close + 1, end).trim()
  if (rest !== '' && !rest.startsWith('#')) return { next: end + 1, message: 'has text after the closing quote' }
  const inner = source.slice(start + 1, close)
  return { next: end + 1, entry: { key, value: quote === '"' ? withoutEscapes(inner) : inner } }
}

/** In double quotes, a backslash escapes the next character. */
function closingQuote(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === quote) return at
    if (source[at] === '\\' && quote === '"') at += 1
  }
  return -1
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' }

function withoutEscapes(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const next = text[at] === '\\' ? escapes[text[at + 1] ?? ''] : undefined
    out += next ?? text[at]
    if (next !== undefined) at += 1
  }
  return out
}

/** A comment starts at a # after a blank, so colors and URL fragments stay intact. */
function withoutComment(text: string): string {
  for (let at = 0; at < text.length; at += 1)
    if (text[at] === '#' && (at === 0 || text[at - 1] === ' ' || text[at - 1] === '\t')) return text.slice(0, at).trim()
  return text.trim()
}

function skipBlanks(source: string, from: number): number {
  let at = from
  while (source[at] === ' ' || source[at] === '\t') at += 1
  return at
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}

function countLines(source: string, from: number, to: number): number {
  let count = 0
  for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1)) count += 1
  return count
}
