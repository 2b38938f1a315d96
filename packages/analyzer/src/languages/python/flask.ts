/** Flask and other WSGI frameworks, with gunicorn: their own server is for development. */
import type { AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { findLine, readFiles, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { makeProcess, warn } from '../make-app.ts'
import { celeryProcesses } from './celery.ts'
import { gunicornPort } from './gunicorn.ts'
import { findInstance } from './instances.ts'
import { pythonPort } from './ports.ts'
import { depends, findFramework, type PythonProject, type PythonService, service } from './project.ts'
import { queueProcesses } from './queues.ts'

const frameworks = [
  { name: 'dash', maker: 'Dash', attribute: '.server', port: 8050 },
  { name: 'flask', maker: 'Flask|APIFlask|OpenAPI', attribute: '', port: 5000 },
  { name: 'connexion', maker: 'FlaskApp|FlaskConnexionApp', attribute: '', port: 8080 },
  { name: 'bottle', maker: 'Bottle|default_app', attribute: '', port: 8080 },
  { name: 'falcon', maker: 'App|API', attribute: '', port: 8000 },
  { name: 'pyramid', maker: 'make_wsgi_app', attribute: '', port: 6543 },
] as const

export async function detectWsgi(project: PythonProject): Promise<PythonService | null> {
  for (const known of frameworks) {
    const framework = findFramework(project, known.name)
    if (framework === null) continue
    const target = await findTarget(project, known)
    if (target === null) continue
    return describe(project, framework, target, known.port)
  }
  return null
}

interface Target {
  readonly text: string
  readonly from: string
  readonly claim: Claim<string>
}

async function findTarget(project: PythonProject, known: (typeof frameworks)[number]): Promise<Target | null> {
  const named = known.name === 'flask' ? await flaskApp(project) : null
  if (named !== null) return named
  const found = findInstance(project.code, known.maker)
  if (found === null) return null
  const { module, name, isFactory, hit } = found
  const attribute = known.attribute === '' ? '' : serverVariable(project, known.attribute, name)
  const text = `${module.name}:${isFactory ? `${name}()` : attribute === '' ? name : attribute}`
  return { text, from: module.from, claim: claim(text, 0.95, sourceOf(hit)) }
}

/** Dash has the Flask app in `.server`; most code assigns it to a variable. */
function serverVariable(project: PythonProject, attribute: string, name: string): string {
  const own = findLine(project.code, /^(\w{1,40})[ \t]*=[ \t]*\w{1,40}\.server\b/)?.match[1]
  return own ?? `${name}${attribute}`
}

/** Reads `FLASK_APP` from the files that Flask itself reads. */
async function flaskApp(project: PythonProject): Promise<Target | null> {
  const files = await readFiles(project.folder, ['.flaskenv', '.env.example', '.env.sample', '.env'])
  const hit = findLine(files, /^(?:export[ \t]+)?FLASK_APP[ \t]*=[ \t]*["']?([\w./:()-]{1,100})/)
  const value = hit?.match[1]
  if (hit === null || value === undefined) return null
  const [place = '', member] = value.split(':')
  const module = place.replace(/\.py$/, '').replaceAll('/', '.').replace(/^\.+/, '')
  const code = project.code.filter(
    (file) =>
      file.file === `${module.replaceAll('.', '/')}.py` || file.file === `${module.replaceAll('.', '/')}/__init__.py`,
  )
  if (code.length === 0) return null
  const variable = member ?? memberOf(code)
  return variable === null ? null : { text: `${module}:${variable}`, from: '.', claim: claim(value, 1, sourceOf(hit)) }
}

function memberOf(code: PythonProject['code']): string | null {
  const global = findLine(code, /^(app|application)[ \t]*=/)?.match[1]
  const factory = findLine(code, /^def[ \t]+(create_app|make_app)\(/)?.match[1]
  return global ?? (factory === undefined ? null : `${factory}()`)
}

function describe(project: PythonProject, framework: Claim<string>, target: Target, usualPort: number): PythonService {
  const hasServer = depends(project, 'gunicorn')
  const server = hasServer ? 'gunicorn' : depends(project, 'waitress') ? 'waitress' : 'gunicorn'
  const fallback = hasServer ? 8000 : usualPort
  const port =
    gunicornPort(project) ??
    pythonPort(project.code) ??
    claim(
      fallback,
      0.8,
      source(
        target.claim.sources[0]?.file ?? '',
        null,
        `the usual port of ${hasServer ? 'gunicorn' : framework.value}`,
      ),
    )
  const factory = target.text.endsWith('()')
  const quoted = factory ? `"${target.text}"` : target.text
  const chdir = target.from === '.' ? '' : ` --chdir ${target.from}`
  const text =
    server === 'waitress'
      ? `waitress-serve --listen=0.0.0.0:${port.value}${factory ? ' --call' : ''} ${target.text.replace('()', '')}`
      : `gunicorn${chdir} ${quoted} --bind 0.0.0.0:${port.value}`
  const process = makeProcess('web', 'web', claim(text, 0.95, ...target.claim.sources), {
    port,
    healthPath: findHealthPath(project.code),
  })
  return service(framework, [process, ...celeryProcesses(project, target.from), ...queueProcesses(project, null)], {
    missing: depends(project, server) ? [] : [server],
    releaseCommand: migrations(project),
    warnings: debugWarnings(project, server),
    environment:
      factory || !depends(project, 'flask-migrate') ? flaskVariable(project, target) : flaskVariable(project, target),
  })
}

function flaskVariable(project: PythonProject, target: Target): Record<string, string> {
  return depends(project, 'flask-migrate') ? { FLASK_APP: target.text.replace('()', '') } : {}
}

/** Finds configured migrations: `flask db` of Flask-Migrate, or plain Alembic. */
export function migrations(project: PythonProject): Claim<string> | null {
  const migrate = project.dependencies.all.get('flask-migrate')
  const place = ['migrations/env.py', 'alembic.ini'].find((name) => project.folder.has(name))
  if (migrate !== undefined && place !== undefined)
    return claim('flask db upgrade', 0.9, source(migrate.file, migrate.line, 'migrations of Flask-Migrate'))
  if (!project.folder.has('alembic.ini')) return null
  return claim('alembic upgrade head', 0.9, source(project.folder.full('alembic.ini'), null, 'migrations of Alembic'))
}

function debugWarnings(project: PythonProject, server: string): AppWarning[] {
  const found: AppWarning[] = []
  const debug = findLine(project.code, /\bdebug[ \t]{0,4}=[ \t]{0,4}True\b/)
  if (debug !== null) {
    found.push(
      warn(
        'debug_server',
        `The code starts a debug server. The start command uses ${server} instead.`,
        null,
        sourceOf(debug),
      ),
    )
  }
  if (!depends(project, server)) {
    found.push(
      warn(
        'no_production_server',
        `The dependencies contain no production server. The image adds ${server}.`,
        `Add ${server} to the dependencies, to choose its version.`,
      ),
    )
  }
  return found
}
