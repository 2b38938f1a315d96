/** Finds a health check path: a route in the code, or a file that a framework turns into a route. */
import { type Claim, claim, source } from '../../claim.ts'
import { type CodeFile, findLine, findLines, type Hit, sourceOf } from '../code/code-file.ts'
import { baseName } from '../folder-paths.ts'
import type { NodeContext } from './context.ts'
import type { Shape } from './shape.ts'

const word = '(?:health-?check|healthz?|healthy|livez|liveness|readyz|up|ping|status|alive|_health)'

/** File-based routes: Next.js, Nuxt and Nitro, SvelteKit, Remix and React Router, Astro. */
const fileRoutes: readonly RegExp[] = [
  new RegExp(`^(?:src/)?app/((?:\\([\\w-]{1,40}\\)/)?(?:api/)?(?:v1/)?${word})/route\\.[jt]sx?$`, 'i'),
  new RegExp(`^(?:src/)?pages/(api/(?:v1/)?${word})(?:/index)?\\.[jt]sx?$`, 'i'),
  new RegExp(`^server/(api/${word})(?:\\.get)?\\.[jt]s$`, 'i'),
  new RegExp(`^(?:server/)?routes/(${word})(?:\\.get)?\\.[jt]s$`, 'i'),
  new RegExp(`^src/routes/((?:api/)?${word})/\\+server\\.[jt]s$`, 'i'),
  new RegExp(`^app/routes/((?:api\\.|resources\\.|\\[?_?)?${word})\\.?[\\w\\]]{0,10}\\.[jt]sx?$`, 'i'),
  new RegExp(`^src/pages/((?:api/)?${word})\\.[jt]s$`, 'i'),
]

const preference = ['health', 'up', 'live', 'alive', 'ready', 'ping', 'status']

export async function findHealthPath(context: NodeContext, shape: Shape): Promise<Claim<string> | null> {
  if (shape.kind !== 'web') return null
  const found = [...routesOfFiles(context), ...(await routesOfCode(context))]
  return found.toSorted((a, b) => rank(a.value) - rank(b.value))[0] ?? shape.healthPath
}

function rank(path: string): number {
  const index = preference.findIndex((one) => path.toLowerCase().includes(one))
  return (index === -1 ? preference.length : index) * 10 + path.split('/').length
}

function routesOfFiles(context: NodeContext): Claim<string>[] {
  return context.folder.files().flatMap((file) => {
    const route = fileRoutes.map((pattern) => pattern.exec(file)?.[1]).find((one) => one !== undefined)
    if (route === undefined) return []
    const path = `/${route
      .replaceAll(/\([\w-]{1,40}\)\//g, '')
      .replaceAll('.', '/')
      .replaceAll(/[[\]]/g, '')}`
    return [claim(path, 0.95, source(context.folder.full(file), null, `the file is the route ${path}`))]
  })
}

const literal = new RegExp(`["'\`]((?:/[\\w-]{1,20}){0,3}/${word}(?:/(?:live|ready|liveness|readiness))?)/?["'\`]`, 'i')
const routing =
  /\.(?:get|all|route|use|head)\(|\burl\s{0,3}:|\bpath\s{0,3}:|\bmethod\b|\bpathname\b|\burl\s{0,3}={2,3}|@(?:Get|All)\(|["'`] ?:/
const asking = /\b(?:fetch|axios|supertest|expect|describe|console|log(?:ger)?)\b\s{0,2}[.(]|\b(?:request|got|ky)\(/

async function routesOfCode(context: NodeContext): Promise<Claim<string>[]> {
  const code = await context.code()
  const hits = findLines(code, literal, 40).filter(
    (hit) => routing.test(hit.match.input) && !asking.test(hit.match.input),
  )
  return [
    ...hits.map((hit) => claim(`${mountOf(code, hit)}${hit.match[1] ?? ''}`, 0.9, sourceOf(hit))),
    ...controllersOf(code),
  ]
}

/** Handles `app.use('/api', router)`, where the router is from the file with the route. */
function mountOf(code: readonly CodeFile[], hit: Hit): string {
  const call = /\.(?:get|all|route|head)\(/.exec(hit.match.input)
  const router = call === null ? '' : (hit.match.input.slice(0, call.index).split(/\W/).at(-1) ?? '')
  if (/^(?:app|server|api|application)$/.test(router) && !/[Rr]out/.test(hit.code.file)) return prefixOf(hit.code)
  const name = baseName(hit.code.file).replace(/\.[cm]?[jt]sx?$/, '')
  const parent = hit.code.file.split('/').at(-2)
  const module = name === 'index' && parent !== undefined ? parent : name
  for (const mount of findLines(
    code,
    /\.(?:use|route|register)\(\s{0,3}(?:["'`](\/[\w/-]{0,60})["'`]\s{0,3},\s{0,3})?(?:require\(["'`]([\w./@-]{1,80})["'`]\)|(\w{1,60}))(?:[^\n]{0,40}\bprefix\s{0,3}:\s{0,3}["'`](\/[\w/-]{0,60}))?/,
    60,
  )) {
    const [, path, required, identifier, prefix] = mount.match
    const imported =
      required ??
      (identifier === router && mount.code === hit.code ? `./${module}` : importOf(mount.code, identifier ?? ''))
    const target = baseName(imported ?? '').replace(/\.[cm]?[jt]s$/, '')
    if (target === module || target === name) return `${tidy(path ?? prefix ?? '')}${prefixOf(hit.code)}`
  }
  return prefixOf(hit.code)
}

/** Handles `new Router({ prefix: '/api' })` and `new Hono().basePath('/v1')`. */
function prefixOf(file: CodeFile): string {
  const base = findLine([file], /\.basePath\(["'`](\/[\w/-]{1,60})["'`]/)
  const hit =
    base ??
    findLines([file], /\bprefix ?: ?["'`](\/[\w/-]{1,60})["'`]/, 5).find((one) => one.match.input.includes('Router('))
  return tidy(hit?.match[1] ?? '')
}

function tidy(prefix: string): string {
  return prefix === '/' ? '' : prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
}

function importOf(file: CodeFile, identifier: string): string | null {
  if (identifier === '') return null
  for (const line of file.lines) {
    if (!line.includes(identifier)) continue
    const path = /(?:from\s{0,3}|require\()["'`](\.[\w./@-]{1,100})["'`]/.exec(line)?.[1]
    if (path !== undefined) return path
  }
  return null
}

/** NestJS and similar: `@Controller('health')`, after the global prefix if there is one. */
function controllersOf(code: readonly CodeFile[]): Claim<string>[] {
  const pattern = new RegExp(
    `@(?:Controller|JsonController)\\(\\s{0,3}(?:\\{[^\\n}]{0,40}path:\\s{0,3})?["'\`]/?((?:api/)?${word})["'\`]`,
    'i',
  )
  const prefix = findLine(code, /\.setGlobalPrefix\(\s{0,3}["'`]\/?([\w/-]{1,60})["'`]/)
  const excluded =
    prefix === null ? false : /\bexclude\b/.test(prefix.code.lines.slice(prefix.line - 1, prefix.line + 4).join(' '))
  const before = prefix === null || excluded ? '' : `/${prefix.match[1]}`
  return findLines(code, pattern, 5).map((hit) => claim(`${before}/${hit.match[1]}`, 0.95, sourceOf(hit)))
}
