/** process.env, import.meta.env, Deno.env, Bun.env, and their framework wrappers. */
import { eachHit, type Finding, isComment, literal } from './finding.ts'

const member = /(?:process|Bun)\.env(?:\??\.([A-Za-z_]\w*)|(?:\?\.)?\[\s*["'`]([A-Za-z_]\w*)["'`]\s*\])/y
const meta = /import\.meta\.env(?:\??\.([A-Za-z_]\w*)|\[\s*["'`]([A-Za-z_]\w*)["'`]\s*\])/y
const denoGet = /Deno\.env\.get\(\s*["'`]([A-Za-z_]\w*)["'`]\s*\)/y
const service =
  /onfig(?:Service)?\.(get|getOrThrow)(?:<[^>(]{0,60}>)?\(\s{0,20}["'`]([A-Z][A-Z0-9_]{1,80})["'`]\s{0,20}(?:,\s{0,20}([^)\n]{1,100}))?\)/y
const call =
  /\b[eE]nv(?:\.(?:get|int|bool|float|array|json|string|number|boolean))?\(\s{0,20}["'`]([A-Z][A-Z0-9_]{1,80})["'`]\s{0,20}(?:,\s{0,20}([^)\n]{1,100}))?\)/y
const svelte = /\$env\/(?:static|dynamic)\/(private|public)["']/y
/** Variables that the bundler itself sets. */
const viteOwn = new Set(['MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'SITE', 'ASSETS_PREFIX', 'LEGACY'])

export function scanJavaScript(text: string, found: Finding[]): void {
  eachHit(text, 'process.env', member, (match, index) => push(text, found, { match, index }))
  eachHit(text, 'Bun.env', member, (match, index) => push(text, found, { match, index }))
  eachHit(text, 'Deno.env.get', denoGet, (match, index) => push(text, found, { match, index }))
  eachHit(text, 'import.meta.env', meta, (match, index) => {
    if (!viteOwn.has(match[1] ?? match[2] ?? '')) push(text, found, { match, index }, true)
  })
  eachHit(text, 'onfig', service, (match, index) => {
    const fallback = match[3]
    const strength =
      match[1] === 'getOrThrow'
        ? 'must'
        : fallback === undefined
          ? afterOf(text, index + match[0].length).strength
          : 'fallback'
    found.push({ key: match[2] ?? '', index, strength, fallback: literal(fallback) })
  })
  // Strapi and AdonisJS have a function of this name; elsewhere it can be anything.
  const isCalled = /strapi|adonis|start\/env|\(\{\s*env\b/.test(text)
  for (const word of isCalled ? ['env(', 'env.', 'Env.'] : []) {
    eachHit(text, word, call, (match, index) => {
      found.push({
        key: match[1] ?? '',
        index,
        strength: match[2] === undefined ? 'plain' : 'fallback',
        fallback: literal(match[2]),
      })
    })
  }
  scanDestructuring(text, found)
  scanSvelte(text, found)
}

function push(
  text: string,
  found: Finding[],
  { match, index }: { match: RegExpExecArray; index: number },
  isBuild = false,
): void {
  const key = match[1] ?? match[2] ?? ''
  const after = afterOf(text, index + match[0].length)
  if (after.isWrite) return
  const before = text.slice(Math.max(0, index - 40), index)
  const isDenied = /(?:^|[^!])!\s*(?:\(\s*)?$/.test(before)
  const isAsked =
    /!!\s{0,20}\(?\s{0,20}$|Boolean\(\s{0,20}$|typeof\s{1,20}$|\bif\s{0,20}\(\s{0,20}$|["'`]\s{1,20}in\s{1,20}$/.test(
      before,
    )
  if (/delete\s+$/.test(before)) return
  // `if (!process.env.X) throw …`: the program itself requires it.
  const ends = isDenied && /\bthrow\b|process\.exit|Deno\.exit|panic\(|fatal\(/.test(text.slice(index, index + 250))
  const strength = ends ? 'must' : isAsked || isDenied ? 'maybe' : after.strength
  found.push({ key, index, strength, fallback: after.fallback, ...(isBuild ? { isBuild } : {}) })
}

interface After {
  readonly strength: Finding['strength']
  readonly fallback: string | null
  readonly isWrite: boolean
}

const fallbackSign =
  /^\s{0,20}(?:as\s{1,20}string\s{0,20})?(?:\)|,\s{0,20}10\s{0,20}\))*\s{0,20}(?:\?\?|\|\|)\s{0,20}([^\n;]{0,200})/
/** The code after the access decides its meaning. */
function afterOf(text: string, end: number): After {
  const rest = text.slice(end, end + 260)
  if (/^\s*=(?![=>])/.test(rest)) return { strength: 'plain', fallback: null, isWrite: true }
  const assigned = /^\s*(?:\?\?|\|\|)=\s*([^\n;,)]{0,200})/.exec(rest)
  if (assigned !== null) return { strength: 'fallback', fallback: literal(assigned[1]), isWrite: false }
  const fallback = fallbackSign.exec(rest)
  if (fallback !== null) {
    const word = fallback[1] ?? ''
    if (/^\(?\s*(?:raise|throw|fail|panic|error)\b/.test(word))
      return { strength: 'must', fallback: null, isWrite: false }
    return { strength: 'fallback', fallback: literal(firstValue(word)), isWrite: false }
  }
  if (/^\s*!(?!=)/.test(rest)) return { strength: 'must', fallback: null, isWrite: false }
  if (/^\s{0,20}\)*\s{0,20}(?:[=!]==?|\?(?![.?])|\?\.|&&|[<>])/.test(rest))
    return { strength: 'maybe', fallback: null, isWrite: false }
  return { strength: 'plain', fallback: null, isWrite: false }
}

/** The literal at the start of the rest of the line. */
function firstValue(text: string): string {
  return /^\s*(?:"[^"]*"|'[^']*'|`[^`]*`|-?\d[\d_.]*|true|false)/.exec(text)?.[0] ?? ''
}

const destructured = /\{([^{}]{1,2000})\}\s{0,20}(?::\s{0,20}[\w<>., ]{1,60})?\s{0,20}=\s{0,20}$/

/** Matches `const { A, B = 'x', C: c } = process.env`. */
function scanDestructuring(text: string, found: Finding[]): void {
  for (const word of ['process.env', 'import.meta.env', 'Bun.env']) {
    for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + word.length)) {
      if (/^[.[\w]/.test(text.slice(index + word.length, index + word.length + 1))) continue
      const head = text.slice(Math.max(0, index - 2_100), index)
      if (!/=\s*$/.test(head.slice(-5)) || isComment(text, index)) continue
      const open = head.lastIndexOf('{')
      const names = open === -1 ? null : destructured.exec(head.slice(open))
      for (const part of names?.[1]?.split(',') ?? []) {
        const name = /^\s*([A-Z_]\w*)\s*(?::\s*\w+\s*)?(?:=\s*(.{0,200}))?$/s.exec(part)
        if (name === null) continue
        const strength = name[2] === undefined ? 'plain' : 'fallback'
        found.push({
          key: name[1] ?? '',
          index,
          strength,
          fallback: literal(name[2]),
          isBuild: word === 'import.meta.env',
        })
      }
    }
  }
}

/** Matches `import { A, B } from '$env/static/private'`, and `env.A` if the module is a dynamic one. */
function scanSvelte(text: string, found: Finding[]): void {
  eachHit(text, '$env/', svelte, (match, index) => {
    const head = text.slice(Math.max(0, index - 1_000), index)
    const names = /\{([^{}]{1,900})\}\s*from\s*["']$/.exec(head.slice(Math.max(0, head.lastIndexOf('{'))))?.[1] ?? ''
    const isBuild = match[0].includes('static')
    for (const name of names.matchAll(/\b([A-Z][A-Z0-9_]+)\b/g))
      found.push({ key: name[1] ?? '', index, strength: 'plain', fallback: null, isBuild })
    if (/\benv\b/.test(names))
      for (const name of text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)\b/g))
        push(text, found, { match: name, index: name.index })
  })
}
