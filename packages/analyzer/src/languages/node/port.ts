/** Where a server listens: what its start script says, then its code, then its example of an environment, then the framework. */
import { type Claim, claim, source } from '../../claim.ts'
import { lineAt } from '../../lines.ts'
import { type CodeFile, findLines, type Hit, readFiles, sourceOf } from '../code/code-file.ts'
import { isListenPort } from '../code/port.ts'
import type { NodeContext } from './context.ts'
import { findEntry, sourceFilesOf } from './entry.ts'
import { scriptSource } from './manifest.ts'
import { flagOf, type Step } from './scripts.ts'
import type { Shape } from './shape.ts'

const variable = `(?:process\\.env|Bun\\.env|import\\.meta\\.env|env|config|settings)`

/** Each has the number in its first group; in order of how surely it is the port that is listened on. */
const patterns: readonly RegExp[] = [
  // process.env.PORT || 4000, Number(process.env.PORT ?? '4000'), env("PORT", 4000), Env.get('PORT', 3333)
  new RegExp(
    `${variable}(?:\\.|\\[["'\`])(?:(?:APP|SERVER|HTTP|API|WEB|LISTEN|BACKEND)_)?PORT\\b[^\\n\\d;]{0,30}?["'\`]?\\b(\\d{2,5})\\b`,
  ),
  /\b(?:env|Env|config|configService|ConfigService|process|environment)\b[\w.?]{0,30}(?:<[^>]{1,30}>)?\(\s{0,3}["'`](?:[\w.]{0,20}[._])?port["'`][^\n\d;]{0,30}?(\d{2,5})\b/i,
  // const { PORT = 4000 } = process.env
  /\bPORT\s{0,3}=\s{0,3}["'`]?(\d{2,5})\b[^\n]{0,120}\bprocess\.env\b/,
  // PORT: z.coerce.number().default(4000), PORT: port({ default: 4000 }), PORT: Joi.number().default(3000)
  /\bPORT["'`]?\s{0,3}[:,]\s{0,3}[^\n]{0,80}?\bdefault\b[^\n\d]{0,10}(\d{2,5})\b/,
  // app.listen(4000), app.listen({ port: 4000 }), server.listen('4000')
  /\.listen\(\s{0,5}(?:\{[^\n}]{0,60}?\bport\s{0,3}:\s{0,3})?["'`]?(\d{2,5})\b/,
  // Bun.serve({ port: 4000 }), serve({ fetch: app.fetch, port: 4000 })
  /\bserve\([^\n]{0,100}\bport\s{0,3}:\s{0,3}["'`]?(\d{2,5})\b/,
  /^\s{0,12}(?:export\s)?(?:const|let|var)\s(?:[\w.]{0,20})port(?:\s?:\s?\w{1,10})?\s{0,3}=\s{0,3}[^\n\d;]{0,60}?["'`]?\b(\d{2,5})["'`]?\b/i,
  /^\s{0,12}port\s{0,3}:\s{0,3}[^\n\d;]{0,60}?["'`]?\b(\d{2,5})["'`]?\b/i,
]

export async function findPort(context: NodeContext, shape: Shape): Promise<Claim<number> | null> {
  if (shape.kind !== 'web') return null
  return (
    portOfScript(context) ??
    (await portOfCode(context, shape)) ??
    (await portOfExample(context)) ??
    (shape.defaultPort === null
      ? null
      : claim(
          shape.defaultPort,
          shape.framework === null ? 0.5 : 0.8,
          ...(shape.framework?.sources ?? shape.start?.sources ?? startSources(context)),
        ))
  )
}

function startSources(context: NodeContext) {
  return context.start === null ? [] : [context.start.source]
}

function portOfScript(context: NodeContext): Claim<number> | null {
  const step = context.start?.step ?? null
  if (step === null) return null
  const port = portOfStep(step)
  return port === null ? null : claim(port, 1, scriptSource(context.manifest, step.script))
}

export function portOfStep(step: Step): number | null {
  const text = flagOf(step, '-p', '--port', '-l', '--listen') ?? step.env.get('PORT') ?? ''
  const digits = /(?:^|[:=-])(\d{2,5})\}?$/.exec(text)?.[1]
  return digits !== undefined && isListenPort(Number(digits)) ? Number(digits) : null
}

async function portOfCode(context: NodeContext, shape: Shape): Promise<Claim<number> | null> {
  const code = await serverCode(context, shape)
  for (const [index, pattern] of patterns.entries()) {
    const hit = findLines(code, pattern, 30).find((one) => isListenPort(Number(one.match[1])) && !isOfAnother(one))
    if (hit !== undefined) return claim(Number(hit.match[1]), index < 6 ? 0.95 : 0.8, sourceOf(hit))
  }
  return null
}

/** `DB_PORT`, `REDIS_PORT || 6379`, `smtpPort`, and the port of a client or a proxy. */
function isOfAnother(hit: Hit): boolean {
  return /\b(?:DB|REDIS|MONGO|PG|POSTGRES|MYSQL|SMTP|MAIL|RABBIT|KAFKA|ELASTIC|CACHE|DEBUG|INSPECT|METRICS|HMR)\w{0,12}_?PORT\b|(?:redis|db|smtp|mail|mongo|postgres|pg|mysql|metrics|hmr|debug|admin)_?port/i.test(
    hit.match.input,
  )
}

/** The file that is started first, then what is near it. A framework's own server listens by itself: its pages are not read. */
async function serverCode(context: NodeContext, shape: Shape): Promise<readonly CodeFile[]> {
  if (
    shape.start !== null &&
    /^(?:next|nuxt|remix|react-router|astro|sveltekit|solid-start|tanstack-start)$/.test(shape.framework?.value ?? '')
  )
    return []
  const all = await context.code()
  const started = context.start?.step?.words.find((word) => /\.[cm]?[jt]s$|^(?:dist|build|bin)\b/.test(word))
  const named =
    started === undefined ? [] : [started.replace(/^\.\//, ''), ...sourceFilesOf(started.replace(/^\.\//, ''))]
  const entry = (await findEntry(context))?.file
  const first = named.find((file) => context.folder.has(file)) ?? entry
  const settings = context.folder.has('config/server.ts')
    ? ['config/server.ts']
    : context.folder.has('config/server.js')
      ? ['config/server.js']
      : []
  const front = await readFiles(context.folder, [...settings, ...(first === undefined ? [] : [first])])
  return [...front, ...all.filter((file) => file.file !== first)]
}

const examples = ['.env.example', '.env.sample', '.env.template', 'example.env', '.env.dist', '.env.production', '.env']

async function portOfExample(context: NodeContext): Promise<Claim<number> | null> {
  for (const name of examples) {
    const text = (await context.folder.text(name)) ?? ''
    const match = /^(?:export )?(?:APP_|SERVER_|API_)?PORT\s?=\s?["']?(\d{2,5})["']?\s{0,5}$/m.exec(text)
    if (match?.[1] === undefined || !isListenPort(Number(match[1]))) continue
    return claim(
      Number(match[1]),
      0.9,
      source(context.folder.full(name), lineAt(text, match.index + 1), match[0].trim()),
    )
  }
  return null
}
