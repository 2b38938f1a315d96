/** std::env::var and similar functions, env!, option_env!, dotenvy, and clap arguments with a variable. */
import { eachHit, type Finding, literal } from './finding.ts'

const variable = /\bvar(?:_os)?\(\s*"([A-Za-z_]\w*)"\s*\)/y
const macro = /\b(option_)?env!\(\s*"([A-Za-z_]\w*)"/y
const argument = /env = "([A-Z][A-Z0-9_]*)"/y

export function scanRust(text: string, found: Finding[]): void {
  for (const word of ['var(', 'var_os(']) {
    eachHit(text, word, variable, (match, index) => {
      const before = text.slice(Math.max(0, index - 30), index)
      if (!/(?:env|dotenvy|dotenv)::$/.test(before) && !/[\s(=&]$/.test(before)) return
      found.push({
        key: match[1] ?? '',
        index,
        ...classify(text.slice(index + match[0].length, index + match[0].length + 200), before),
      })
    })
  }
  for (const word of ['env!(', 'option_env!(']) {
    eachHit(text, word, macro, (match, index) => {
      const isOption = match[1] !== undefined || text.slice(index - 7, index) === 'option_'
      found.push({ key: match[2] ?? '', index, strength: isOption ? 'maybe' : 'must', fallback: null, isBuild: true })
    })
  }
  eachHit(text, 'env = "', argument, (match, index) => {
    const before = text.slice(Math.max(0, index - 300), index)
    const open = before.slice(Math.max(0, before.lastIndexOf('#[')))
    if (!/^#\[(?:arg|clap|structopt)\(/.test(open)) return
    const after = text.slice(index, index + 300).split(']', 1)[0] ?? ''
    const value = /default_value(?:_t)?\s*=\s*("[^"\n]{0,200}"|[\w.]+)/.exec(open + after)?.[1]
    found.push({
      key: match[1] ?? '',
      index,
      strength: value === undefined ? 'plain' : 'fallback',
      fallback: literal(value),
    })
  })
}

function classify(rest: string, before: string): Pick<Finding, 'strength' | 'fallback'> {
  if (
    /if\s+let\s+(?:Ok|Some)\([^)]{0,40}\)\s*=\s*(?:std::)?env::$/.test(before) ||
    /match\s+(?:std::)?env::$/.test(before)
  )
    return { strength: 'maybe', fallback: null }
  const other =
    /^\s*(?:\.\w+\([^)\n]{0,60}\)\s*){0,2}\.unwrap_or(?:_else|_default)?\(\s*(?:\|[^|\n]{0,20}\|\s*)?(?:String::from\(\s*)?("[^"\n]{0,200}"|[\w.]*)/.exec(
      rest,
    )
  if (other !== null) return { strength: 'fallback', fallback: literal(other[1]) }
  if (/^\s*\.(?:ok|is_ok|is_err|map|as_deref)\(/.test(rest)) return { strength: 'maybe', fallback: null }
  return {
    strength: /^\s*(?:\.(?:unwrap|expect|context|with_context|map_err)\(|\?)/.test(rest) ? 'must' : 'plain',
    fallback: null,
  }
}
