/** Libraries for custom servers, and programs that only work in the background. */
import { type Claim, claim } from '../../../claim.ts'
import { type CodeFile, findLine } from '../../code/code-file.ts'
import { baseName } from '../../folder-paths.ts'
import type { NodeContext } from '../context.ts'
import { findEntry } from '../entry.ts'
import { dependencySource, scriptSource } from '../manifest.ts'
import { makeShape, type Shape } from '../shape.ts'

/** Name, package, and the port from its documentation. Frameworks come before the libraries that they build on. */
const servers: readonly (readonly [string, string, number])[] = [
  ['feathers', '@feathersjs/feathers', 3030],
  ['loopback', '@loopback/core', 3000],
  ['fastify', 'fastify', 3000],
  ['hapi', '@hapi/hapi', 3000],
  ['elysia', 'elysia', 3000],
  ['hono', 'hono', 3000],
  ['koa', 'koa', 3000],
  ['restify', 'restify', 8080],
  ['polka', 'polka', 3000],
  ['apollo', '@apollo/server', 4000],
  ['express', 'express', 3000],
  ['graphql-yoga', 'graphql-yoga', 4000],
  ['h3', 'h3', 3000],
  ['probot', 'probot', 3000],
  ['bolt', '@slack/bolt', 3000],
  ['socket.io', 'socket.io', 3000],
  ['ws', 'ws', 8080],
]

/** Packages that keep a program alive without a port. */
const workers: readonly (readonly [string, string])[] = [
  ['discord.js', 'discord.js'],
  ['discord.js', 'eris'],
  ['discord.js', '@sapphire/framework'],
  ['telegraf', 'telegraf'],
  ['grammy', 'grammy'],
  ['telegram-bot', 'node-telegram-bot-api'],
  ['whatsapp-web.js', 'whatsapp-web.js'],
  ['bullmq', 'bullmq'],
  ['bull', 'bull'],
  ['agenda', 'agenda'],
  ['temporal', '@temporalio/worker'],
  ['node-cron', 'node-cron'],
]

// `app.listen(…)`, `serve({ … })` of Hono and Deno, `Bun.serve`, `createServer` and what starts Apollo or Probot.
const listening =
  /\.listen\(|\bBun\.serve\(|\bDeno\.serve\(|(?:^|[^.\w])serve\(|\bstartStandaloneServer\(|\bnew WebSocketServer\(|\bexport default \{ ?(?:port|fetch)|\bcreateServer\(|\bapp\.start\(|\bserver\.start\(/

export async function detectServer(context: NodeContext): Promise<Shape | null> {
  const { manifest } = context
  const code = await context.code()
  const entry = await findEntry(context)
  const server =
    servers.find(([, name]) => manifest.dependencies.has(name) && isImported(code, name)) ??
    servers.find(([, name]) => manifest.dependencies.has(name))
  const listens = findLine(code, listening)
  if (context.start === null && (entry === null || listens === null)) return null
  if (context.start === null && isLibrary(context)) return null
  const start = context.start !== null || entry === null ? null : entry.command
  if (server !== undefined && (listens !== null || code.length === 0 || serves(context))) {
    const [name, dependency, defaultPort] = server
    return makeShape({
      framework: claim(name, 1, dependencySource(manifest, dependency)),
      kind: 'web',
      defaultPort,
      start,
    })
  }
  // In a package that is called a worker, a listener is internal: a proxy or a health check.
  if (listens !== null && !isWorkerName(context))
    return makeShape({ framework: null, kind: 'web', defaultPort: 3000, start })
  return detectWorker(context, entry?.command ?? null)
}

/** A program that is started and never listens. */
function detectWorker(context: NodeContext, command: Claim<string> | null): Shape | null {
  const { manifest } = context
  const worker = workers.find(([, name]) => manifest.dependencies.has(name))
  const [program = ''] = context.start?.step?.args ?? []
  const runsCode = /^(?:node|tsx|ts-node|bun|nodemon|pm2-runtime|forever|sharder|babel-node)$/.test(baseName(program))
  if (worker === undefined && !(runsCode && !isLibrary(context))) return null
  const framework = worker === undefined ? null : claim(worker[0], 1, dependencySource(manifest, worker[1]))
  return makeShape({ framework, kind: 'worker', start: context.start === null ? command : null })
}

/** A published package: it has exports or a program name, and no start script. */
function isLibrary(context: NodeContext): boolean {
  const { value } = context.manifest
  if (typeof value !== 'object' || value === null) return false
  return 'bin' in value || 'exports' in value || 'publishConfig' in value || 'types' in value
}

function isWorkerName({ manifest, folder }: NodeContext): boolean {
  const name = manifest.name ?? folder.path
  return /(?:^|[/_-])(?:workers?|cron|scheduler|consumer|queue|jobs?)$/.test(name)
}

function serves(context: NodeContext): boolean {
  return context.start !== null && context.start.step !== null
}

/**
 * Matches `from 'express'` and `require("express")`; a package that is only a peer dependency isn't part of the app.
 */
export function isImported(code: readonly CodeFile[], name: string): boolean {
  const marks = [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`, `'npm:${name}`, `'@${name}/`]
  return code.some((file) =>
    file.lines.some((line) => marks.some((mark) => line.includes(mark)) && /\b(?:import|require|from)\b/.test(line)),
  )
}

/** Matches `serve -s build` and `http-server dist`: programs that serve files; only the folder matters. */
export function servedFolder(context: NodeContext): Claim<string> | null {
  const args = context.start?.step?.args ?? []
  const [program = '', ...rest] = args
  if (!/^(?:serve|http-server|sirv|sirv-cli)$/.test(program) || context.start === null) return null
  const folder = rest.find(
    (word, index) => !word.startsWith('-') && !/^(?:-l|-p|--listen|--port)$/.test(rest[index - 1] ?? ''),
  )
  return claim(folder ?? '.', 1, scriptSource(context.manifest, context.start.step?.script ?? 'start'))
}
