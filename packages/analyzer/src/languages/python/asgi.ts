/** FastAPI, Starlette, Litestar, Sanic, Quart: an application object that a server imports by module and name. */
import { type Claim, claim, source } from '../../claim.ts'
import { findLine, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { makeProcess, warn } from '../make-app.ts'
import { celeryProcesses } from './celery.ts'
import { migrations } from './flask.ts'
import { findInstance } from './instances.ts'
import { pythonPort } from './ports.ts'
import { depends, findFramework, type PythonProject, type PythonService, service } from './project.ts'
import { queueProcesses } from './queues.ts'

const frameworks = [
  { name: 'fastapi', maker: 'FastAPI' },
  { name: 'python-fasthtml', maker: 'FastHTML|fast_app', module: 'fasthtml', port: 5001 },
  { name: 'litestar', maker: 'Litestar' },
  { name: 'sanic', maker: 'Sanic' },
  { name: 'quart', maker: 'Quart' },
  { name: 'blacksheep', maker: 'Application' },
  { name: 'starlette', maker: 'Starlette' },
] satisfies readonly { name: string; maker: string; module?: string; port?: number }[]

export function detectAsgi(project: PythonProject): PythonService | null {
  for (const { name, maker, module, port } of frameworks) {
    const found = findFramework(project, name, module)
    const target = found === null ? null : findTarget(project, maker)
    if (found === null || target === null) continue
    return describe(project, { ...found, value: module ?? name }, { ...target, usual: port ?? 8000 })
  }
  return null
}

interface Target {
  readonly text: string
  readonly from: string
  readonly isFactory: boolean
  readonly sources: Claim<string>['sources']
}

function findTarget(project: PythonProject, maker: string): Target | null {
  const found = findInstance(project.code, maker)
  if (found === null) return null
  // `uvicorn.run("app.main:app")` is how the authors start it.
  const stated = findLine(project.code, /\brun\([ \t]*(?:app[ \t]*=[ \t]*)?["']([\w.]{1,120}:\w{1,60})["']/)
  const own = `${found.module.name}:${found.name}`
  const sources = [...(stated === null ? [] : [sourceOf(stated)]), sourceOf(found.hit)]
  const isOther =
    stated !== null && stated.match[1] !== own && found.module.from === '.' && isThere(project, stated.match[1] ?? '')
  if (isOther) return { text: stated.match[1] ?? own, from: '.', isFactory: false, sources }
  return { text: own, from: found.module.from, isFactory: found.isFactory, sources }
}

function isThere(project: PythonProject, target: string): boolean {
  const path = (target.split(':')[0] ?? '').replaceAll('.', '/')
  return project.folder.has(`${path}.py`) || project.folder.has(`${path}/__init__.py`)
}

function describe(project: PythonProject, framework: Claim<string>, target: Target & { usual: number }): PythonService {
  const port =
    pythonPort(project.code) ??
    claim(target.usual, 0.85, source(target.sources[0]?.file ?? '', null, `the usual port of ${framework.value}`))
  const server = serverOf(project, framework.value)
  const from = target.from === '.' ? '' : target.from
  const text = startCommand(server, target, { from, port: port.value })
  const process = makeProcess('web', 'web', claim(text, 0.95, ...target.sources), {
    port,
    healthPath: findHealthPath(project.code),
  })
  const missing = hasServer(project, server) ? [] : [server]
  return service(framework, [process, ...celeryProcesses(project, target.from), ...queueProcesses(project, null)], {
    missing,
    releaseCommand: migrations(project),
    warnings: missing.map(() =>
      warn(
        'no_production_server',
        `The dependencies contain no server. The image adds ${server}.`,
        `Add ${server} to the dependencies, to choose its version.`,
      ),
    ),
  })
}

type Server = 'uvicorn' | 'hypercorn' | 'sanic' | 'granian'

function serverOf(project: PythonProject, framework: string): Server {
  if (framework === 'sanic') return 'sanic'
  if (depends(project, 'uvicorn')) return 'uvicorn'
  if (depends(project, 'granian')) return 'granian'
  return depends(project, 'hypercorn') || framework === 'quart' ? 'hypercorn' : 'uvicorn'
}

/** Quart includes hypercorn; FastHTML and the extras of FastAPI and Litestar include uvicorn. */
function hasServer(project: PythonProject, server: Server): boolean {
  const extras = ['fastapi[standard]', 'fastapi[all]', 'litestar[standard]', 'litestar[full]']
  if (depends(project, server)) return true
  if (server === 'hypercorn') return depends(project, 'quart')
  if (depends(project, 'python-fasthtml')) return true
  return extras.some((extra) => project.dependencies.extras.has(extra)) || depends(project, 'fastapi-cli')
}

function startCommand(server: Server, target: Target, { from, port }: { from: string; port: number }): string {
  const factory = target.isFactory ? ' --factory' : ''
  if (server === 'sanic') return `sanic ${target.text}${factory} --host=0.0.0.0 --port=${port}`
  if (server === 'hypercorn')
    return `hypercorn ${target.isFactory ? `"${target.text}()"` : target.text} --bind 0.0.0.0:${port}`
  if (server === 'granian') return `granian --interface asgi${factory} ${target.text} --host 0.0.0.0 --port ${port}`
  return `uvicorn${from === '' ? '' : ` --app-dir ${from}`} ${target.text}${factory} --host 0.0.0.0 --port ${port}`
}
