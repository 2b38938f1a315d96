/** Standalone programs: dashboards with a runner, servers inside a script, bots, plain scripts. */
import { type Claim, claim, source } from '../../claim.ts'
import type { CodeFile } from '../code/code-file.ts'
import { findLine, type Hit, readFile, sourceAt, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { isListenPort } from '../code/port.ts'
import { baseName } from '../folder-paths.ts'
import { makeProcess, makeSite, warn } from '../make-app.ts'
import { celeryProcesses } from './celery.ts'
import { pythonPort } from './ports.ts'
import { findFramework, type PythonProject, type PythonService, service } from './project.ts'
import { queueName, queueProcesses } from './queues.ts'

const runners = [
  {
    name: 'streamlit',
    port: 8501,
    health: '/_stcore/health',
    command: (file: string, port: number) =>
      `streamlit run ${file} --server.port=${port} --server.address=0.0.0.0 --server.headless=true`,
  },
  {
    name: 'chainlit',
    port: 8000,
    health: null,
    command: (file: string, port: number) => `chainlit run ${file} --host 0.0.0.0 --port ${port} --headless`,
  },
  {
    name: 'panel',
    port: 5006,
    health: null,
    command: (file: string, port: number) =>
      `panel serve ${file} --address 0.0.0.0 --port ${port} --allow-websocket-origin=*`,
  },
] as const

export async function detectRunner(project: PythonProject): Promise<PythonService | null> {
  for (const known of runners) {
    const framework = findFramework(project, known.name)
    const script =
      framework === null ? null : findLine(ordered(project.code), new RegExp(`^(?:from|import)[ \\t]+${known.name}\\b`))
    if (framework === null || script === null) continue
    const port =
      (await streamlitPort(project)) ?? claim(known.port, 0.9, sourceOf(script, `the usual port of ${known.name}`))
    const command = claim(known.command(script.code.file, port.value), 0.95, sourceOf(script))
    const healthPath =
      known.health === null ? null : claim(known.health, 0.9, sourceOf(script, `${known.name} answers there`))
    return service(framework, [makeProcess('web', 'web', command, { port, healthPath })])
  }
  return null
}

async function streamlitPort(project: PythonProject): Promise<Claim<number> | null> {
  const code = await readFile(project.folder, '.streamlit/config.toml')
  const hit = code === null ? null : findLine([code], /^[ \t]*port[ \t]*=[ \t]*(\d{2,5})/)
  return hit === null || !isListenPort(Number(hit.match[1])) ? null : claim(Number(hit.match[1]), 1, sourceOf(hit))
}

const servers = [
  { name: 'gradio', port: 7860, starts: /\.launch\(/, environment: { GRADIO_SERVER_NAME: '0.0.0.0' } },
  { name: 'nicegui', port: 8080, starts: /\bui\.run\(/, environment: {} },
  { name: 'reflex', port: 8000, starts: /\brx\.App\(/, environment: {} },
  { name: 'aiohttp', port: 8080, starts: /\b(?:run_app|TCPSite)\(/, environment: {} },
  { name: 'tornado', port: 8888, starts: /\.(?:listen|bind)\(/, environment: {} },
  { name: 'grpcio', port: 50051, starts: /\.add_(?:in)?secure_port\(/, environment: {} },
  { name: 'websockets', port: 8765, starts: /\bserve\(/, environment: {} },
  { name: 'cherrypy', port: 8080, starts: /\bquickstart\(/, environment: {} },
] as const

export function detectServer(project: PythonProject): PythonService | null {
  for (const known of servers) {
    const framework = findFramework(project, known.name, known.name === 'grpcio' ? 'grpc' : known.name)
    const start = framework === null ? null : findLine(ordered(project.code), known.starts)
    if (framework === null || start === null) continue
    return server(project, { framework, start, usual: known.port, environment: known.environment })
  }
  const plain = findLine(ordered(project.code), /\b(?:HTTPServer|ThreadingHTTPServer|make_server|TCPServer)\(/)
  return plain === null ? null : server(project, { framework: null, start: plain, usual: 8000, environment: {} })
}

function server(
  project: PythonProject,
  {
    framework,
    start,
    usual,
    environment,
  }: { framework: Claim<string> | null; start: Hit; usual: number; environment: Record<string, string> },
): PythonService {
  const port =
    pythonPort([start.code]) ??
    tuplePort(start) ??
    pythonPort(project.code) ??
    claim(usual, 0.8, sourceOf(start, 'the usual port'))
  const entry = entryOf(project, start.code)
  const process = makeProcess('web', 'web', claim(`python ${entry.file}`, 0.9, sourceAt(entry, 1)), {
    port,
    healthPath: findHealthPath(project.code),
  })
  return service(framework, [process, ...celeryProcesses(project, '.'), ...queueProcesses(project, null)], {
    environment,
  })
}

/** Matches `HTTPServer(("0.0.0.0", 8000), …)`. */
function tuplePort(start: Hit): Claim<number> | null {
  const line = start.code.lines[start.line - 1] ?? ''
  const port = Number(/,[ \t]*(\d{2,5})[ \t]*[),]/.exec(line)?.[1] ?? /:(\d{2,5})["']/.exec(line)?.[1])
  return isListenPort(port) ? claim(port, 0.95, sourceOf(start)) : null
}

const bots = [
  'discord-py',
  'py-cord',
  'nextcord',
  'disnake',
  'hikari',
  'python-telegram-bot',
  'aiogram',
  'pytelegrambotapi',
  'telethon',
  'pyrogram',
  'slack-bolt',
  'tweepy',
  'twitchio',
  'apscheduler',
  'schedule',
  'pika',
  'aio-pika',
  'kafka-python',
  'aiokafka',
  'confluent-kafka',
  'faststream',
  'celery',
  'rq',
  'dramatiq',
  'arq',
  'scrapy',
  'temporalio',
  'prefect',
]

/** A program that doesn't serve HTTP: a bot, a consumer, a job. */
export function detectScript(project: PythonProject): PythonService | null {
  const celery = celeryProcesses(project, '.')
  const queue = [...celery, ...queueProcesses(project, null)]
  const library = celery.length > 0 ? 'celery' : queueName(project)
  if (queue.length > 0 && library !== null)
    return service(claim(library, 0.9, ...(queue[0]?.startCommand?.sources ?? [])), queue)
  const known = bots.map((name) => findFramework(project, name)).find((found) => found !== null) ?? null
  const entry = entryOf(project, null)
  if (entry === null) return null
  const guard = findLine([entry], /^if[ \t]+__name__[ \t]*==/)
  const where =
    guard === null ? source(project.folder.full(entry.file), 1, 'script that is started by hand') : sourceOf(guard)
  const process = makeProcess('worker', 'worker', claim(startOf(entry), known === null ? 0.6 : 0.9, where))
  return service(known, [process])
}

function startOf(entry: CodeFile): string {
  return entry.file.endsWith('__main__.py') && entry.file.includes('/')
    ? `python -m ${entry.file
        .replace(/\/__main__\.py$/, '')
        .replace(/^src\//, '')
        .replaceAll('/', '.')}`
    : `python ${entry.file}`
}

const entries = [
  'main.py',
  'app.py',
  'bot.py',
  'server.py',
  'run.py',
  'start.py',
  'worker.py',
  '__main__.py',
  'index.py',
  'hello.py',
  'cli.py',
]

function entryOf(project: PythonProject, fallback: CodeFile): CodeFile
function entryOf(project: PythonProject, fallback: null): CodeFile | null
function entryOf(project: PythonProject, fallback: CodeFile | null): CodeFile | null {
  const guarded = (code: CodeFile) => code.lines.some((line) => /^if[ \t]+__name__[ \t]*==/.test(line))
  if (fallback !== null && (guarded(fallback) || entries.includes(baseName(fallback.file)))) return fallback
  const candidates = ordered(project.code).filter((code) => entries.includes(baseName(code.file)))
  const top = candidates.filter(
    (code) => !code.file.includes('/') || code.file.startsWith('src/') || code.file.endsWith('__main__.py'),
  )
  const single = project.code.filter(
    (code) => !code.file.includes('/') && guarded(code) && baseName(code.file) !== 'setup.py',
  )
  return (
    top.find(guarded) ??
    top.find((code) => !code.file.includes('/')) ??
    candidates.find(guarded) ??
    single[0] ??
    fallback
  )
}

/** Sorts files with common entry names first. */
function ordered(code: readonly CodeFile[]): CodeFile[] {
  const rank = (file: string) => {
    const index = ['streamlit_app.py', 'Home.py', ...entries].indexOf(baseName(file))
    return file.split('/').length * 100 + (index === -1 ? 50 : index)
  }
  return code.toSorted((a, b) => rank(a.file) - rank(b.file))
}

/** Documentation that is built into a folder of files. */
export function detectSite(project: PythonProject): PythonService | null {
  if (!project.folder.has('mkdocs.yml')) return null
  const where = source(project.folder.full('mkdocs.yml'), null, 'configuration of MkDocs')
  return service(claim('mkdocs', 1, where), [makeSite(where)], {
    buildCommand: claim('mkdocs build', 1, where),
    outputDirectory: claim('site', 0.95, where),
    missing:
      findFramework(project, 'mkdocs') === null && findFramework(project, 'mkdocs-material') === null ? ['mkdocs'] : [],
  })
}

export function noEntryWarning() {
  return warn(
    'no_start_command',
    'Nothing here says how to start the program.',
    'Set a start command, or add a Procfile with a line `web: …`.',
  )
}
