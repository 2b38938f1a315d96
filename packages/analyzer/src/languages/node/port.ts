/**
 * Finds the port of a server: from its start script, then its code, then its example environment, then the framework.
 */
import { type Claim, claim, source } from '../../claim.ts'
import { lineAt } from '../../lines.ts'
import { type CodeFile, readFiles } from '../code/code-file.ts'
import { isListenPort } from '../code/port.ts'
import { findCodePort } from './code-port.ts'
import type { NodeContext } from './context.ts'
import { findEntry, sourceFilesOf } from './entry.ts'
import { scriptSource } from './manifest.ts'
import { flagOf, type Step } from './scripts.ts'
import type { Shape } from './shape.ts'

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
  return findCodePort(await serverCode(context, shape))
}

/** Returns the entry file first, then files close to it. Pages of a framework with its own server aren't read. */
async function serverCode(context: NodeContext, shape: Shape): Promise<readonly CodeFile[]> {
  if (
    shape.start !== null &&
    /^(?:next|nuxt|remix|react-router|astro|sveltekit|solid-start|tanstack-start)$/.test(shape.framework?.value ?? '')
  )
    return []
  const all = await context.code()
  const started = context.start?.step?.args.find((word) => /\.[cm]?[jt]s$|^(?:dist|build|bin)\b/.test(word))
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
