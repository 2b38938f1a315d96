/** `runtimeConfig` of Nuxt: a variable named after its path can set each value. */
import { isSecretName } from '../secret-name.ts'
import { type Finding, literal } from './finding.ts'

const maxLength = 20_000
const space = /(?:[\s,]|\/\/[^\n]*\n|\/\*[^*]*\*\/)*/y
const property = /["']?([A-Za-z_]\w{0,80})["']?\s{0,20}:\s{0,20}/y

export function scanNuxt(text: string, found: Finding[]): void {
  const start = text.includes('defineNuxtConfig') ? /\bruntimeConfig\s{0,20}:\s{0,20}\{/.exec(text) : null
  if (start === null) return
  const path: string[] = []
  const end = Math.min(text.length, start.index + maxLength)
  let at = start.index + start[0].length
  while (at < end) {
    at = after(space, text, at)
    if (text[at] === '}') {
      if (path.pop() === undefined) return
      at += 1
      continue
    }
    property.lastIndex = at
    const match = property.exec(text)
    const from = match === null ? at : at + match[0].length
    if (match !== null && text[from] === '{') {
      path.push(match[1] ?? '')
      at = from + 1
      continue
    }
    const to = endOfValue(text, from, end)
    const name = match?.[1]
    const finding = name === undefined ? null : classify([...path, name], text.slice(from, to))
    if (finding !== null) found.push({ ...finding, index: at })
    at = Math.max(to, at + 1)
  }
}

/** A computed value names its variables itself, or can't be set. */
function classify(path: readonly string[], value: string): Omit<Finding, 'index'> | null {
  const fallback = literal(value)
  // A path of the app itself is the same everywhere.
  if (fallback === null || /^\/(?!\/)/.test(fallback)) return null
  const key = `NUXT_${path.map(toUpperSnake).join('_')}`
  // An empty secret needs a value.
  const isOpen = fallback === '' && isSecretName(key)
  return { key, strength: isOpen ? 'plain' : 'fallback', fallback: fallback === '' ? null : fallback }
}

/** `mailApiKey` → `MAIL_API_KEY`. */
function toUpperSnake(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

/** The comma, brace, or comment after a value. */
function endOfValue(text: string, from: number, end: number): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < end; at += 1) {
    const letter = text[at] ?? ''
    if (quote !== '') {
      if (letter === '\\') at += 1
      else if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'" || letter === '`') quote = letter
    else if ('([{'.includes(letter)) depth += 1
    else if (depth > 0 && ')]}'.includes(letter)) depth -= 1
    else if (depth === 0 && (letter === ',' || letter === '}' || text.startsWith('//', at))) return at
  }
  return end
}
