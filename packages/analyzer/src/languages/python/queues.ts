/** Job queues other than Celery. */
import type { AppProcess } from '../../app.ts'
import { source } from '../../claim.ts'
import { findLine, sourceOf } from '../code/code-file.ts'
import { makeWorker } from '../make-app.ts'
import { moduleOf } from './modules.ts'
import type { PythonProject } from './project.ts'

/** `manage` is how Django's commands are called; null without Django. */
export function queueProcesses(project: PythonProject, manage: string | null): AppProcess[] {
  return [...(manage === null ? [] : djangoQueues(project, manage)), ...plainQueues(project, manage !== null)]
}

/** The library whose jobs `queueProcesses` handles. */
export function queueName(project: PythonProject): string | null {
  return plain.find(({ name }) => project.dependencies.all.has(name))?.name ?? null
}

const djangoCommands: readonly [string, string][] = [
  ['django-rq', 'rqworker default'],
  ['django-q2', 'qcluster'],
  ['django-q', 'qcluster'],
  ['huey', 'run_huey'],
  ['django-dramatiq', 'rundramatiq'],
  ['procrastinate', 'procrastinate worker'],
  ['django-tasks', 'db_worker'],
  ['django-background-tasks', 'process_tasks'],
]

function djangoQueues(project: PythonProject, manage: string): AppProcess[] {
  for (const [name, command] of djangoCommands) {
    const entry = project.dependencies.all.get(name)
    if (entry !== undefined)
      return [makeWorker('worker', `${manage} ${command}`, 0.9, source(entry.file, entry.line, `depends on ${name}`))]
  }
  return []
}

const plain: readonly { name: string; pattern: RegExp; command: (module: string, found: string) => string }[] = [
  {
    name: 'arq',
    pattern: /^class[ \t]+(\w{0,40}WorkerSettings)\b/,
    command: (module, found) => `arq ${module}.${found}`,
  },
  { name: 'dramatiq', pattern: /^@(?:dramatiq\.)?actor\b/, command: (module) => `dramatiq ${module}` },
  {
    name: 'rq',
    pattern: /\bQueue\((?:["']([\w-]{1,40})["'])?/,
    command: (_module, found) => `rq worker ${found === '' ? 'default' : found}`,
  },
  {
    name: 'huey',
    pattern: /^(\w{1,40})[ \t]*=[ \t]*(?:\w{1,20}\.)?(?:Redis|Sqlite|Priority)?\w{0,20}Huey\(/,
    command: (module, found) => `huey_consumer ${module}.${found}`,
  },
  {
    name: 'taskiq',
    pattern: /^(broker)[ \t]*(?::[^=]{1,60})?=/,
    command: (module, found) => `taskiq worker ${module}:${found}`,
  },
]

/** A script of the app that takes jobs: unlike the plain command, it knows the connection and the queues. */
function ownWorker(project: PythonProject): AppProcess | null {
  const entry = project.dependencies.all.get('rq')
  const scripts = project.code.filter((code) => findLine([code], /^(?:from|import)[ \t]+rq\b/) !== null)
  const hit = entry === undefined ? null : findLine(scripts, /\.work\(/)
  if (entry === undefined || hit === null || findLine([hit.code], /\b\w{0,20}Worker\(/) === null) return null
  // A file that others import is a function of the app, not a program.
  if (findLine([hit.code], /^if[ \t]+__name__[ \t]*==/) === null && /^[ \t]/.test(hit.match.input)) return null
  return makeWorker(
    'worker',
    `python ${hit.code.file}`,
    0.9,
    sourceOf(hit),
    source(entry.file, entry.line, 'depends on rq'),
  )
}

function plainQueues(project: PythonProject, hasDjango: boolean): AppProcess[] {
  const own = hasDjango ? null : ownWorker(project)
  if (own !== null) return [own]
  for (const { name, pattern, command } of plain) {
    const entry = project.dependencies.all.get(name)
    if (entry === undefined || (hasDjango && (name === 'rq' || name === 'huey'))) continue
    const hit = findLine(project.code, pattern)
    if (hit === null) continue
    const { name: module } = moduleOf(hit.code)
    return [
      makeWorker(
        'worker',
        command(module, hit.match[1] ?? ''),
        0.8,
        sourceOf(hit),
        source(entry.file, entry.line, `depends on ${name}`),
      ),
    ]
  }
  return []
}
