/** System.get_env, System.fetch_env, and fetch_env!. */
import { eachHit, type Finding, literal } from './finding.ts'

const get = /System\.get_env\(\s{0,20}"([A-Za-z_]\w{0,80})"\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)/y
const fetch = /System\.fetch_env(!?)\(\s*"([A-Za-z_]\w*)"\s*\)/y

export function scanElixir(text: string, found: Finding[]): void {
  eachHit(text, 'System.get_env(', get, (match, index) => {
    const value = match[2]
    if (value !== undefined) {
      found.push({ key: match[1] ?? '', index, strength: 'fallback', fallback: literal(value) })
      return
    }
    const rest = text.slice(index + match[0].length, index + match[0].length + 160)
    const other = /^\s*\|\|\s*([^\n]{0,120})/.exec(rest)
    const before = text.slice(Math.max(0, index - 20), index)
    if (other !== null)
      found.push({
        key: match[1] ?? '',
        index,
        ...(/^raise\b|^$/.test((other[1] ?? '').trim())
          ? ({ strength: 'must', fallback: null } as const)
          : ({ strength: 'fallback', fallback: literal(/^\s*(?:"[^"\n]*"|\d+)/.exec(other[1] ?? '')?.[0]) } as const)),
      })
    else
      found.push({
        key: match[1] ?? '',
        index,
        strength: /\b(?:if|unless)\s+$/.test(before) || /^\s*(?:[=!]=|in\s|do\b)/.test(rest) ? 'maybe' : 'plain',
        fallback: null,
      })
  })
  eachHit(text, 'System.fetch_env', fetch, (match, index) =>
    found.push({ key: match[2] ?? '', index, strength: match[1] === '!' ? 'must' : 'maybe', fallback: null }),
  )
}
