/** Environment.GetEnvironmentVariable and keys of IConfiguration, which a variable sets with `__` for `:`. */
import { eachHit, type Finding, literal } from './finding.ts'

const environment = /GetEnvironmentVariable\(\s*"([A-Za-z_]\w*)"[^)\n]{0,60}\)/y
const connection = /GetConnectionString\(\s*"(\w+)"\s*\)/y

export function scanDotnet(text: string, found: Finding[]): void {
  eachHit(text, 'GetEnvironmentVariable(', environment, (match, index) =>
    found.push({ key: match[1] ?? '', index, ...classify(text, index + match[0].length) }),
  )
  eachHit(text, 'onfiguration[', /onfiguration\[\s*"([A-Za-z_][\w:]*)"\s*\]/y, (match, index) =>
    found.push({ key: toKey(match[1]), index, ...classify(text, index + match[0].length) }),
  )
  eachHit(
    text,
    'onfiguration.Get',
    /onfiguration\.Get(?:Required)?Value<[^>\n]{1,40}>\(\s{0,20}"([A-Za-z_][\w:]{0,80})"\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)/y,
    (match, index) => {
      found.push({
        key: toKey(match[1]),
        index,
        strength: match[2] === undefined ? 'plain' : 'fallback',
        fallback: literal(match[2]),
      })
    },
  )
  eachHit(text, 'GetConnectionString(', connection, (match, index) =>
    found.push({ key: `ConnectionStrings__${match[1] ?? ''}`, index, ...classify(text, index + match[0].length) }),
  )
}

function toKey(path: string | undefined): string {
  return (path ?? '').replaceAll(':', '__')
}

function classify(text: string, end: number): Pick<Finding, 'strength' | 'fallback'> {
  const rest = text.slice(end, end + 160)
  const other = /^\s{0,20}\)?\s{0,20}\?\?\s{0,20}([^\n;]{1,120})/.exec(rest)
  if (other !== null)
    return /^throw\b/.test(other[1] ?? '')
      ? { strength: 'must', fallback: null }
      : { strength: 'fallback', fallback: literal(/^"[^"\n]*"/.exec(other[1] ?? '')?.[0]) }
  if (/^\s*!/.test(rest)) return { strength: 'must', fallback: null }
  return { strength: /^\s*(?:[=!]=|is\s|\?\.)/.test(rest) ? 'maybe' : 'plain', fallback: null }
}
