/** os.Getenv and LookupEnv, wrappers with a default, struct tags of envconfig, env, and cleanenv; viper's BindEnv. */
import { eachHit, type Finding, literal } from './finding.ts'

const getenv = /Getenv\(\s{0,20}["`]([A-Za-z_]\w{0,80})["`]\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)/y
const lookup = /LookupEnv\(\s*["`]([A-Za-z_]\w*)["`]\s*\)/y
const wrapper = /\w{0,80}[eE]nv\w{0,80}\(\s{0,20}["`]([A-Z][A-Z0-9_]{0,80})["`]\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)/y
const packaged = /env\.(\w{1,20})\(\s{0,20}["`]([A-Z][A-Z0-9_]{0,80})["`]\s{0,20}(?:,\s{0,20}([^)\n]{1,200}))?\)/y
const tag = /`[^`\n]{0,300}\benv(?:config)?:"([A-Z][A-Z0-9_]{0,80})((?:,\w{1,80})*)"[^`\n]{0,300}`/g
const viper = /viper\.(?:BindEnv|Get\w*|MustBindEnv)\(\s*(?:"[^"\n]{0,80}",\s*)?"([A-Z][A-Z0-9_]+)"/y

export function scanGo(text: string, found: Finding[]): void {
  eachHit(text, 'Getenv(', getenv, (match, index) => {
    const isOs = text.slice(index - 3, index) === 'os.' || text.slice(index - 8, index) === 'syscall.'
    if (isOs) found.push({ key: match[1] ?? '', index, ...classify(text, index, match[0].length) })
    else found.push({ key: match[1] ?? '', index, ...classifyWrapper(text, index, match[2]) })
  })
  eachHit(text, 'LookupEnv(', lookup, (match, index) => {
    const isMust = /!ok[\s\S]{0,30}\{\s{0,20}(?:log\.Fatal|panic|return\s{1,20}[^\n]{0,200}(?:err|Err)|os\.Exit)/.test(
      text.slice(index, index + 200),
    )
    found.push({ key: match[1] ?? '', index, strength: isMust ? 'must' : 'maybe', fallback: null })
  })
  scanWrappers(text, found)
  scanPackage(text, found)
  if (text.includes('env')) for (const match of text.matchAll(tag)) found.push(tagFinding(match))
  eachHit(text, 'viper.', viper, (match, index) =>
    found.push({ key: match[1] ?? '', index, strength: 'plain', fallback: null }),
  )
}

/** Matches `getEnv("X", "default")` and `mustEnv("X")`: functions of the program itself. */
function scanWrappers(text: string, found: Finding[]): void {
  for (const match of text.matchAll(/\b(?:\w{1,20}\.)?(\w{0,30}[eE]nv\w{0,30})\(\s{0,20}["`][A-Z]/g)) {
    const name = match[1] ?? ''
    if (/^(?:Getenv|LookupEnv|Setenv|Unsetenv|BindEnv|MustBindEnv)$/.test(name)) continue
    wrapper.lastIndex = match.index + match[0].indexOf(name)
    const call = wrapper.exec(text)
    if (call !== null)
      found.push({
        key: call[1] ?? '',
        index: match.index,
        ...classifyWrapper(text, match.index + match[0].length, call[2], name),
      })
  }
}

/** Matches `env.Get("X", "default")` of a package named env. */
function scanPackage(text: string, found: Finding[]): void {
  eachHit(text, 'env.', packaged, (match, index) => {
    if (/\w/.test(text.charAt(index - 1))) return
    found.push({ key: match[2] ?? '', index, ...classifyWrapper(text, index, match[3], match[1]) })
  })
}

function classifyWrapper(
  _text: string,
  _index: number,
  fallback: string | undefined,
  name = '',
): Pick<Finding, 'strength' | 'fallback'> {
  if (/must|require/i.test(name)) return { strength: 'must', fallback: null }
  return fallback === undefined
    ? { strength: 'plain', fallback: null }
    : { strength: 'fallback', fallback: literal(fallback) }
}

/** Evaluates how the next lines handle an empty value. */
function classify(text: string, index: number, length: number): Pick<Finding, 'strength' | 'fallback'> {
  const before = text.slice(Math.max(0, index - 20), index)
  const rest = text.slice(index + length, index + length + 220)
  const other = /cmp\.Or\(\s*(?:os\.)?$/.test(before) ? /^\s{0,20},\s{0,20}([^)\n]{1,100})\)/.exec(rest) : null
  if (other !== null) return { strength: 'fallback', fallback: literal(other[1]) }
  if (/^\s*(?:==|!=)/.test(rest)) return { strength: 'maybe', fallback: null }
  const empty =
    /^\s{0,20}(?:;[^\n{]{0,60})?\n?\s{0,20}(?:if\s{1,20})?[^\n{]{0,60}(?:==\s{0,20}""|len\(\w{1,80}\)\s{0,20}==\s{0,20}0)\s{0,20}\{\s{0,20}([^\n]{0,120})/.exec(
      rest,
    )
  if (empty === null) return { strength: 'plain', fallback: null }
  const action = empty[1] ?? ''
  if (
    /^(?:log\.\w{0,80}(?:Fatal|Panic)|panic|os\.Exit|return\s{1,20}[^\n]{0,200}[eE]rr|\w{1,80}\.(?:Fatal|Panic))/.test(
      action,
    )
  )
    return { strength: 'must', fallback: null }
  return { strength: 'fallback', fallback: literal(/^\w{1,80}\s{0,20}=\s{0,20}(.{1,100})$/.exec(action)?.[1]) }
}

function tagFinding(match: RegExpExecArray): Finding {
  const [whole] = match
  const value = /(?:envDefault|env-default|default):"([^"\n]{0,200})"/.exec(whole)?.[1]
  const isMust = /,required|,notEmpty|(?:env-)?required:"true"/.test(whole)
  const strength = value !== undefined ? 'fallback' : isMust ? 'must' : 'maybe'
  return { key: match[1] ?? '', index: match.index, strength, fallback: value ?? null }
}
