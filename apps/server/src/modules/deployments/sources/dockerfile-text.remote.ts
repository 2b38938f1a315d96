/** Transforms the text of a Dockerfile before the build. Pure. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'

/**
 * Syntax that the engine's built-in frontend supports; pulling the same frontend from a registry would only cost time.
 */
const ownSyntax = /^(?:docker\.io\/)?docker\/dockerfile(?::1(?:\.\d{1,3}){0,2})?$/
/** The same publisher, with experimental instructions. */
const knownSyntax = /^(?:docker\.io\/)?docker\/dockerfile(?:-upstream)?(?::[\w.-]{1,60})?$/
/** Matches `# name=value` at the very top; BuildKit also accepts `//` instead of `#`. */
const directiveLine = /^(#|\/\/)[ \t]{0,200}([a-z][a-z0-9]{0,40})[ \t]{0,200}=[ \t]{0,200}(\S{0,300})/i
/** Directives that only change how the file is parsed. */
const allowedDirectives = new Set(['escape', 'check'])
/** Matches a line that BuildKit could read as a directive, a shebang, or a JSON header with one. */
const looksLikeHeader = /^\s{0,200}(?:#!|#[^=]{0,1000}=|\/\/|\{)/

/**
 * Ensures that only Docker's built-in frontend reads the file, and throws when the file requests another one. Known
 * directives stay at the top; a bare `#` after them ends the directives in every notation that BuildKit knows.
 */
export function withoutSyntax(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const kept: string[] = []
  let replaced = 0
  let at = 0
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, mark, name = '', value = ''] = directiveLine.exec(line) ?? []
    if (mark === undefined) break
    const isSyntax = name.toLowerCase() === 'syntax'
    if (isSyntax && !(mark === '#' && knownSyntax.test(value))) throw foreign(value)
    if (isSyntax && !ownSyntax.test(value)) kept.push(`# syntax=${value}`)
    else if (mark === '#' && allowedDirectives.has(name.toLowerCase())) kept.push(line)
    else replaced += 1
  }
  const rest = lines.slice(at)
  const needsEnd = replaced > 0 || looksLikeHeader.test(rest[0] ?? '')
  // One for each removed line, so line numbers in messages stay right.
  const ends = Array.from({ length: needsEnd ? Math.max(1, replaced) : 0 }, () => '#')
  return [...kept, ...ends, ...rest].join('\n')
}

function foreign(wanted: string): PermanentError {
  return new PermanentError(
    'policy_refused',
    `The Dockerfile uses a custom frontend: # syntax=${wanted.slice(0, 100)}`,
    {
      hint: 'Remove the syntax line, or use docker/dockerfile.',
    },
  )
}

/** Returns the keys that the text itself requests; the build gets no others. */
export function namedKeys(text: string, keys: readonly string[]): { arguments: string[]; secrets: string[] } {
  const stated = new Set(
    [...text.matchAll(/^[ \t]{0,20}ARG[ \t]{1,20}([^\n]{1,2000})/gim)].flatMap(([, words = '']) =>
      words.split(/\s+/).map((word) => word.split('=')[0] ?? ''),
    ),
  )
  const mounts = text.split(/\s/).filter((word) => word.startsWith('--mount='))
  const options = mounts.map((word) => word.slice('--mount='.length).split(','))
  const mounted = new Set(
    options
      .filter((each) => each.includes('type=secret'))
      .flatMap((each) => each.filter((option) => option.startsWith('id=')))
      .map((option) => option.slice('id='.length)),
  )
  return { arguments: keys.filter((key) => stated.has(key)), secrets: keys.filter((key) => mounted.has(key)) }
}

/**
 * Returns the images that the text starts from or copies from, without its own stages and names that are only known
 * during the build.
 */
export function baseImages(text: string): string[] {
  const lines = [
    ...text.matchAll(
      /^[ \t]{0,20}FROM[ \t]{1,20}(?:--platform=\S{1,100}[ \t]{1,20})?(\S{1,500})(?:[ \t]{1,20}AS[ \t]{1,20}(\S{1,128}))?/gim,
    ),
  ]
  const copied = [
    ...text.matchAll(/^[ \t]{0,20}COPY[ \t]{1,20}(?:--\w{1,20}=\S{1,200}[ \t]{1,20}){0,5}?--from=(\S{1,500})/gim),
  ]
  const stages = new Set(lines.map(([, , name]) => name?.toLowerCase()))
  const named = [...lines, ...copied].map(([, image = '']) => image)
  return [...new Set(named)].filter(
    (image) => image !== 'scratch' && !image.includes('$') && !stages.has(image.toLowerCase()) && !/^\d+$/.test(image),
  )
}

/** Matches runtime images whose tags start with the version. */
const runtimeImage = /^(FROM (?:node|oven\/bun|python|ruby|golang):)\d[\d.]{0,20}/gm

/** Sets the chosen runtime version in a generated Dockerfile. */
export function withRuntimeVersion(text: string, version: string): string {
  return text.replaceAll(runtimeImage, `$1${version}`)
}

/** Passes every build variable to a generated Dockerfile: plain ones as arguments, secrets during each command. */
export function withVariables(text: string, keys: { plain: readonly string[]; secret: readonly string[] }): string {
  const stated = keys.plain.map((key) => `ARG ${key}`)
  const mounts = keys.secret.map((key) => `--mount=type=secret,id=${key} \\\n    `).join('')
  const exports = keys.secret.map((key) => `export ${key}="$(cat /run/secrets/${key})" && `).join('')
  const withArguments =
    stated.length === 0 ? text : text.replaceAll(/^FROM [^\n]{1,2000}$/gm, (line) => [line, ...stated].join('\n'))
  if (mounts === '') return withArguments
  // Matches the format of our own generator: mounts on separate lines, then the command on one.
  return withArguments.replaceAll(
    /^RUN ((?:--mount=\S{1,300} \\\n {4}){0,20})([^\n]{0,8000})$/gm,
    `RUN $1${mounts}${exports.replaceAll('$', '$$$$')}$2`,
  )
}
