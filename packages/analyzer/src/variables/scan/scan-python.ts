/** os.environ and os.getenv, decouple, environs, django-environ, Config of starlette, and settings of pydantic. */
import { eachHit, type Finding, literal } from './finding.ts'

const subscript = /environ\[\s*["']([A-Za-z_]\w*)["']\s*\]/y
const get =
  /(?:environ\.get|getenv|environ\.setdefault|environ\.pop)\(\s*["']([A-Za-z_]\w*)["']\s*(?:,\s*(?:default\s*=\s*)?([^)\n]{1,200}))?\)?/y
const call =
  /\b(?:config|env|Env|_env|Csv)(?:\.(?:str|string|int|bool|float|list|url|json|dict|db|db_url|cache_url|email_url|search_url|path|tuple|decimal|log_level|enum|date|datetime|uuid|bytes))?\(\s*["']([A-Z][A-Z0-9_]*)["']\s*(?:,\s*([^\n]{0,200}))?/y
const bareDb = /\benv\.(db|cache|email_url)\(\s*\)/y
const bareNames: Readonly<Record<string, string>> = { db: 'DATABASE_URL', cache: 'CACHE_URL', email_url: 'EMAIL_URL' }

export function scanPython(text: string, found: Finding[]): void {
  eachHit(text, 'environ[', subscript, (match, index) => {
    if (/^\s*=(?!=)/.test(text.slice(index + match[0].length, index + match[0].length + 5))) return
    found.push({ key: match[1] ?? '', index, strength: 'must', fallback: null })
  })
  for (const word of ['environ.get(', 'getenv(']) {
    eachHit(text, word, get, (match, index) =>
      found.push({ key: match[1] ?? '', index, ...classifyGet(text, match, index) }),
    )
  }
  if (/decouple|environs|environ\.Env|starlette\.config|import environ|from envparse/.test(text)) scanCalls(text, found)
  eachHit(text, 'dj_database_url.', /dj_database_url\.config\(([^)]{0,200})/y, (match, index) => {
    const isOther = /env\s*=\s*["'](\w+)["']/.exec(match[1] ?? '')?.[1]
    found.push({
      key: isOther ?? 'DATABASE_URL',
      index,
      strength: (match[1] ?? '').includes('default') ? 'fallback' : 'plain',
      fallback: null,
    })
  })
  if (text.includes('BaseSettings')) scanSettings(text, found)
}

function classifyGet(text: string, match: RegExpExecArray, index: number): Pick<Finding, 'strength' | 'fallback'> {
  const fallback = match[2]?.trim()
  if (fallback !== undefined && fallback !== 'None') return { strength: 'fallback', fallback: literal(fallback) }
  const rest = text.slice(index + match[0].length, index + match[0].length + 120)
  const other = /^\s{0,20}\)*\s{0,20}or\s{1,20}([^\n)]{1,100})/.exec(rest)
  if (other !== null) return { strength: 'fallback', fallback: literal(other[1]) }
  if (fallback === 'None' || /^[ \t]{0,20}\){0,9}[ \t]{0,20}(?:==|!=|is\s|in\s|:$|if\s)/m.test(rest.slice(0, 20)))
    return { strength: 'maybe', fallback: null }
  const before = text.slice(Math.max(0, index - 30), index)
  return { strength: /\bif\s+(?:not\s+)?(?:os\.)?$/.test(before) ? 'maybe' : 'plain', fallback: null }
}

function scanCalls(text: string, found: Finding[]): void {
  const defaults = scanScheme(text, found)
  for (const word of ['config(', 'env(', 'env.', 'Env(']) {
    eachHit(text, word, call, (match, index) => {
      const rest = match[2] ?? ''
      const stated =
        /default\s*=\s*([^,)\n]{1,200})/.exec(rest)?.[1] ??
        (/^["'\dTF]/.test(rest) ? rest.split(/[,)]/, 1)[0] : undefined)
      const isNone = stated?.trim() === 'None'
      if (stated === undefined && defaults.has(match[1] ?? '')) return
      found.push({
        key: match[1] ?? '',
        index,
        strength: stated === undefined ? 'must' : isNone ? 'maybe' : 'fallback',
        fallback: literal(stated),
      })
    })
  }
  eachHit(text, 'env.', bareDb, (match, index) =>
    found.push({ key: bareNames[match[1] ?? ''] ?? '', index, strength: 'must', fallback: null }),
  )
}

/** `environ.Env(DEBUG=(bool, False), …)`: later reads of these names need no default. */
function scanScheme(text: string, found: Finding[]): ReadonlySet<string> {
  const keys = new Set<string>()
  const start = text.indexOf('environ.Env(')
  const scheme = start === -1 ? '' : text.slice(start, start + 2_000)
  for (const match of (scheme.split(/\n\)|\)\)/, 1)[0] ?? '')
    .concat(')')
    .matchAll(/\b([A-Z][A-Z0-9_]{0,80})\s{0,20}=\s{0,20}\(\s{0,20}\w{1,80}\s{0,20},\s{0,20}([^()=\n]{0,60})\)/g)) {
    keys.add(match[1] ?? '')
    found.push({ key: match[1] ?? '', index: start, strength: 'fallback', fallback: literal(match[2]) })
  }
  return keys
}

const field = /^[ \t]{1,20}([A-Za-z_]\w{0,80})\s{0,20}:\s{0,20}([^=\n]{1,200}?)(?:=\s{0,20}([^\n]{0,300}))?$/

/** Fields of a class become upper-case names after the prefix; a field without a value is required. */
function scanSettings(text: string, found: Finding[]): void {
  for (const start of text.matchAll(/^class\s+\w+\((?:[^)\n]{0,100}[\s,.])?BaseSettings[^)\n]{0,100}\)\s*:/gm)) {
    const from = start.index + start[0].length
    const body = classBody(text, from)
    const prefix = /env_prefix["']?\s*[=:]\s*["'](\w*)["']/.exec(body)?.[1] ?? ''
    let index = from
    for (const line of body.split('\n')) {
      const parts = /^ {5,}|^\t\t/.test(line) ? null : field.exec(line)
      if (
        parts !== null &&
        !/^(?:model_config|Config|class_)$/.test(parts[1] ?? '') &&
        !/ClassVar/.test(parts[2] ?? '')
      )
        found.push(settingOf(parts, { prefix, index }))
      index += line.length + 1
    }
  }
}

function classBody(text: string, from: number): string {
  const rest = text.slice(from, from + 20_000)
  const end = /\n(?=[^\s#])/.exec(rest)?.index ?? rest.length
  return rest.slice(0, end)
}

function settingOf(parts: RegExpExecArray, { prefix, index }: { prefix: string; index: number }): Finding {
  const [, name = '', type = '', value] = parts
  const stated = value?.trim()
  const named = /(?:env|validation_alias|alias)\s*=\s*["'](\w+)["']/.exec(stated ?? '')?.[1]
  const key = named ?? `${prefix}${name}`.toUpperCase()
  if (
    stated === undefined ||
    stated === '...' ||
    /^Field\(\s*(?:\.\.\.|(?:env|alias|validation_alias|description|min_length|title)\s*=)(?!.*\bdefault)/.test(stated)
  ) {
    return {
      key,
      index,
      strength: /Optional\[|\|\s*None/.test(type) && stated !== undefined ? 'maybe' : 'must',
      fallback: null,
    }
  }
  const inner = /^Field\(\s*(?:default\s*=\s*)?([^,)\n]{1,200})/.exec(stated)?.[1] ?? stated.split(/\s{1,20}#/, 1)[0]
  if (inner?.trim() === 'None') return { key, index, strength: 'maybe', fallback: null }
  return { key, index, strength: 'fallback', fallback: literal(inner) }
}
