/**
 * The responses that must come, written from the documentation and without the proxy's code. It works on text with patterns, where
 * the proxy compares lists of segments. Pure.
 */
export interface ModelPath {
  readonly path: string
  readonly service: string
  readonly stripPrefix: boolean
}

export interface ModelHostname {
  readonly service: string
  readonly paths: readonly ModelPath[]
}

export type Expected =
  | { readonly status: 200; readonly service: string; readonly url: string; readonly prefix: string | undefined }
  | { readonly status: 400 | 404 | 503 }

/** Stands for a slash that a program doesn't read as a separator. */
const heldSlash = '\ue000'

export function expectedAnswer(
  { service, paths }: ModelHostname,
  target: string,
  isRunning: (service: string) => boolean,
): Expected {
  const [rawPath = '', ...query] = target.split('?')
  if (/%(?![0-9a-f]{2})/i.test(rawPath)) return { status: 400 }
  const raw = spelledByProxy(rawPath)
  const search = query.length === 0 ? '' : `?${query.join('?')}`
  const found = paths.length === 0 ? undefined : choose(paths, raw)
  if (found === 'unclear') return { status: 400 }
  return answerOf(found, { service, raw, search, isRunning })
}

/** The path that receives the request: undefined if it is the hostname's own service. */
export function matchedPath(paths: readonly ModelPath[], target: string): ModelPath | undefined | 'unclear' {
  const [raw = ''] = target.split('?')
  if (/%(?![0-9a-f]{2})/i.test(raw)) return 'unclear'
  return paths.length === 0 ? undefined : choose(paths, spelledByProxy(raw))
}

function answerOf(
  found: ModelPath | undefined,
  place: { service: string; raw: string; search: string; isRunning: (service: string) => boolean },
): Expected {
  const { service, raw, search, isRunning } = place
  const chosen = found?.service ?? service
  if (!isRunning(chosen)) return { status: 503 }
  const isStripped = found?.stripPrefix === true
  const url = isStripped ? strip(found.path, raw) : raw
  return { status: 200, service: chosen, url: `${url}${search}`, prefix: isStripped ? found.path : undefined }
}

/** A path with a character that must be escaped is escaped as a whole. */
function spelledByProxy(raw: string): string {
  if (!raw.includes('\\')) return raw
  return decode(raw).replace(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** One character per byte. */
function decode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function choose(paths: readonly ModelPath[], raw: string): ModelPath | undefined | 'unclear' {
  const all = meanings(raw)
  if (all.some((text) => text.includes('\0') || /(?:^|\/)\.{1,2}(?:\/|$)/.test(text))) return 'unclear'
  const [first, ...others] = all.map((text) => longest(paths, text))
  return others.every((each) => each === first) ? first : 'unclear'
}

function longest(paths: readonly ModelPath[], text: string): ModelPath | undefined {
  const fitting = paths.filter(({ path }) => `${text}/`.startsWith(`${path}/`))
  return fitting.reduce<ModelPath | undefined>(
    (best, each) => (best === undefined || each.path.length > best.path.length ? each : best),
    undefined,
  )
}

/** All texts that programs can see in a path. */
function meanings(raw: string): string[] {
  let all = [decode(raw), decode(raw.replace(/%2f/gi, heldSlash))]
  const rewrites = [/\\/g, /;[^/]*/g, /\/+/g] as const
  for (const [index, pattern] of rewrites.entries())
    all = all.flatMap((text) => [text, text.replace(pattern, index === 1 ? '' : '/')])
  return all
}

/** Removes as many segments as the path has, and everything that could make the rest look like another host. */
function strip(path: string, raw: string): string {
  const count = path.split('/').length - 1
  const rest = raw.replace(new RegExp(`^(?:/[^/]*){${count}}`), '')
  return `/${rest.replace(/^(?:[/\\]|%2f|%5c)+/i, '')}`
}
