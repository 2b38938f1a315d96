/** System.getenv, @Value, and placeholders of application.yml, application.properties, and application.conf. */
import { eachHit, type Finding, literal } from './finding.ts'

const getenv = /System\.getenv\(\s*"([A-Za-z_]\w*)"\s*\)/y
const orDefault = /System\.getenv\(\)\s*\.\s*getOrDefault\(\s*"([A-Za-z_]\w*)"\s*,\s*("[^"\n]{0,200}")/y
const mapGet = /System\.getenv\(\)\s*(?:\.get\(\s*"([A-Za-z_]\w*)"\s*\)|\[\s*"([A-Za-z_]\w*)"\s*\])/y
const placeholder = /\$\{(\??)([A-Z][A-Z0-9_]{0,80})(?::([^${}\n]{0,300}))?\}/g

export function scanJvm(text: string, found: Finding[]): void {
  eachHit(text, 'System.getenv(', getenv, (match, index) => {
    const rest = text.slice(index + match[0].length, index + match[0].length + 160)
    const other = /^\s*\?:\s*([^\n;)]{1,100})/.exec(rest)
    if (other !== null)
      found.push({
        key: match[1] ?? '',
        index,
        ...(/^(?:error|throw)\b/.test(other[1] ?? '')
          ? ({ strength: 'must', fallback: null } as const)
          : ({ strength: 'fallback', fallback: literal(other[1]) } as const)),
      })
    else
      found.push({
        key: match[1] ?? '',
        index,
        strength: /^\s{0,20}(?:[=!]=|\?\.|\))?\s{0,20}(?:[=!]=|\?\.)/.test(rest) ? 'maybe' : 'plain',
        fallback: null,
      })
  })
  eachHit(text, 'System.getenv()', orDefault, (match, index) =>
    found.push({ key: match[1] ?? '', index, strength: 'fallback', fallback: literal(match[2]) }),
  )
  eachHit(text, 'System.getenv()', mapGet, (match, index) =>
    found.push({ key: match[1] ?? match[2] ?? '', index, strength: 'plain', fallback: null }),
  )
  if (text.includes('@Value')) scanPlaceholders(text, found)
}

/** Upper-case names only: others are properties, not variables. */
export function scanPlaceholders(text: string, found: Finding[]): void {
  if (!text.includes('${')) return
  for (const match of text.matchAll(placeholder)) {
    const value = match[3]
    const plain = value === undefined || value.includes('${') ? null : value
    found.push({
      key: match[2] ?? '',
      index: match.index,
      // HOCON keeps the setting if `${?NAME}` isn't set.
      strength: match[1] === '?' ? 'maybe' : value === undefined ? 'must' : 'fallback',
      fallback: plain === '' ? null : plain,
    })
  }
}

const bare = /^[ \t]*[\w.-]{1,80}:[ \t]*["']?\$(\??)([A-Z][A-Z0-9_]{0,80})(?::([^"'\n]{0,300}))?["']?[ \t]*$/gm

/** Ktor writes `$NAME`, `$NAME:default`, and `$?NAME` in application.yaml, without braces. */
export function scanKtor(text: string, found: Finding[]): void {
  if (!/^ktor:/m.test(text)) return
  for (const match of text.matchAll(bare)) {
    const value = match[3]?.trim()
    found.push({
      key: match[2] ?? '',
      index: match.index + match[0].indexOf('$'),
      strength: match[1] === '?' ? 'maybe' : value === undefined ? 'must' : 'fallback',
      fallback: value === undefined || value === '' ? null : value,
    })
  }
}
