/** Variables in schemas: zod, valibot, Joi, yup, envalid, convict, Astro, AdonisJS, and their wrappers. */
import { type Finding, isComment, literal } from './finding.ts'

const entry =
  /(?:^|[\n{,])[ \t]*["']?([A-Z][A-Z0-9_]{1,100})["']?:\s*(z|v|joi|Joi|yup|Yup|str|num|bool|port|url|email|host|json|s|t|Type|S|coerce|Schema|EnvVar|envField|Env\.schema)\b/g
const reads =
  /process\.env|import\.meta\.env|createEnv|cleanEnv|envalid|Bun\.env|Deno\.env|validationSchema|runtimeEnv|envField|safeParse|parseEnv|Env\.create/

export function scanSchemas(text: string, found: Finding[]): void {
  if (!reads.test(text)) return
  const entries = [...text.matchAll(entry)]
  for (const [position, match] of entries.entries()) {
    const index = match.index + match[0].indexOf(match[1] ?? '')
    if (isComment(text, index)) continue
    const end = Math.min(entries[position + 1]?.index ?? index + 400, index + 400)
    const body = bodyOf(text.slice(index, end))
    found.push({ key: match[1] ?? '', index, ...classify(body, match[2] ?? ''), ...accessOf(body, match[2] ?? '') })
  }
  if (text.includes('convict(')) scanConvict(text, found)
}

/** Reads to the end of this entry; the rest belongs to others. */
function bodyOf(text: string): string {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '(' || letter === '{' || letter === '[') depth += 1
    else if (letter === ')' || letter === '}' || letter === ']') depth -= 1
    if (depth < 0 || (depth === 0 && letter === ',')) return text.slice(0, index)
  }
  return text
}

function classify(body: string, library: string): Pick<Finding, 'strength' | 'fallback'> {
  const stated = statedDefault(body)
  if (stated !== null) return { strength: 'fallback', fallback: literal(stated) }
  if (
    /\.(?:optional|nullish|nullable|notRequired)\(|v\.(?:optional|nullish)\(|Type\.Optional|devDefault|optional:\s*true/.test(
      body,
    )
  )
    return { strength: 'optional', fallback: null }
  // In Joi and yup, entries are optional unless marked as required.
  const isLoose = /^(?:joi|yup)$/i.test(library) && !/\.required\(/.test(body)
  return { strength: isLoose ? 'optional' : 'must', fallback: null }
}

/** Astro puts public values into the bundle; secrets are read at run time. */
function accessOf(body: string, library: string): Pick<Finding, 'isBuild' | 'isSecret'> {
  const access = library === 'envField' ? /\baccess:\s{0,5}["'`](public|secret)["'`]/.exec(body)?.[1] : undefined
  if (access === undefined) return {}
  return access === 'public' ? { isBuild: true } : { isSecret: true }
}

/** `default` usually comes before `env`. */
function scanConvict(text: string, found: Finding[]): void {
  for (const match of text.matchAll(/\benv:\s*["'`]([A-Z][A-Z0-9_]+)["'`]/g)) {
    const around = text.slice(Math.max(0, match.index - 300), match.index)
    const open = around.slice(around.lastIndexOf('{') + 1)
    const value = /\bdefault:\s*([^,\n]{1,200})/.exec(open)?.[1]
    const isNone = value === undefined || /^(?:null|undefined|'')/.test(value.trim())
    found.push({
      key: match[1] ?? '',
      index: match.index,
      strength: isNone ? 'plain' : 'fallback',
      fallback: isNone ? null : literal(value),
    })
  }
}

/** The text in `.default(…)`, `.catch(…)`, or after `default:`, on that line. */
function statedDefault(body: string): string | null {
  const found = /\.(?:default|catch)\(|\bdefault:/.exec(body)
  if (found === null) return null
  const rest = body.slice(found.index + found[0].length, found.index + 200)
  const end = rest.search(found[0].endsWith('(') ? /[)\n]/ : /[,}\n]/)
  return (end === -1 ? rest : rest.slice(0, end)).trim()
}
