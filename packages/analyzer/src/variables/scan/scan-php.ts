/** env(), getenv(), $_ENV, and %env(…)% of Symfony. */
import { eachHit, type Finding, literal } from './finding.ts'

const helper = /\benv\(\s{0,20}["']([A-Za-z_]\w{0,80})["']\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)/iy
const getenv = /getenv\(\s*["']([A-Za-z_]\w*)["']\s*(?:,\s*(?:true|false)\s*)?\)/y
const superglobal = /\$_ENV\[\s*["']([A-Za-z_]\w*)["']\s*\]/y
const symfony = /%env\((?:[\w]+:)*([A-Z][A-Z0-9_]*)\)%/g

export function scanPhp(text: string, found: Finding[]): void {
  for (const word of ['env(', 'Env(']) {
    eachHit(text, word, helper, (match, index) => {
      const value = match[2]
      const isNone = value?.trim().toLowerCase() === 'null'
      found.push({
        key: match[1] ?? '',
        index,
        strength: value === undefined ? 'plain' : isNone ? 'maybe' : 'fallback',
        fallback: literal(value),
      })
    })
  }
  eachHit(text, 'getenv(', getenv, (match, index) =>
    found.push({ key: match[1] ?? '', index, ...classify(text, index + match[0].length) }),
  )
  eachHit(text, '$_ENV[', superglobal, (match, index) => {
    if (!/^\s*=(?!=)/.test(text.slice(index + match[0].length, index + match[0].length + 5)))
      found.push({ key: match[1] ?? '', index, ...classify(text, index + match[0].length) })
  })
  scanSymfony(text, found)
}

function classify(text: string, end: number): Pick<Finding, 'strength' | 'fallback'> {
  const rest = text.slice(end, end + 120)
  const other = /^\s{0,20}\)?\s{0,20}(?:\?:|\?\?|\|\|)\s{0,20}([^\n;,)]{1,100})/.exec(rest)
  if (other !== null)
    return /^throw\b/.test(other[1] ?? '')
      ? { strength: 'must', fallback: null }
      : { strength: 'fallback', fallback: literal(other[1]) }
  return { strength: /^\s*(?:[=!]==?|\?|&&|\)\s*\{)/.test(rest) ? 'maybe' : 'plain', fallback: null }
}

export function scanSymfony(text: string, found: Finding[]): void {
  if (!text.includes('%env(')) return
  for (const match of text.matchAll(symfony)) {
    const strength = match[0].includes('default:') ? 'fallback' : 'must'
    found.push({ key: match[1] ?? '', index: match.index, strength, fallback: null })
  }
}
