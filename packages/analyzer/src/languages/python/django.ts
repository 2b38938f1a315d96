/** Django: manage.py names the settings, and the settings name the WSGI or ASGI module. */
import type { AppWarning } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import {
  type CodeFile,
  findLine,
  findLines,
  type Hit,
  readFile,
  readFiles,
  sourceAt,
  sourceOf,
} from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { baseName, folderOf } from '../folder-paths.ts'
import { makeProcess, warn } from '../make-app.ts'
import { celeryProcesses } from './celery.ts'
import { gunicornPort } from './gunicorn.ts'
import { depends, findFramework, type PythonProject, type PythonService, service } from './project.ts'
import { queueProcesses } from './queues.ts'

const port = 8000

interface Site {
  readonly manage: CodeFile
  /** Folder of manage.py, relative to the app's. */
  readonly from: string
  readonly settings: readonly CodeFile[]
}

export async function detectDjango(project: PythonProject): Promise<PythonService | null> {
  const site = await findSite(project)
  if (site === null) return null
  const framework =
    findFramework(project, 'django') ??
    claim('django', 1, source(site.manage.folder.full(site.manage.file), null, 'manage.py of Django'))
  const web = webProcess(project, site)
  const manage = site.from === '.' ? 'python manage.py' : `python ${site.from}/manage.py`
  const staticRoot = findLine(site.settings, /^[ \t]*STATIC_ROOT[ \t]*[:=]/)
  const environment = settingsModule(project, site)
  return service(
    framework,
    [web.process, ...celeryProcesses(project, site.from, site.settings), ...queueProcesses(project, manage)],
    {
      buildCommand: staticRoot === null ? null : claim(`${manage} collectstatic --noinput`, 0.95, sourceOf(staticRoot)),
      releaseCommand: hasDatabase(site)
        ? claim(
            `${manage} migrate --noinput`,
            0.9,
            source(site.manage.folder.full(site.manage.file), null, 'migrations of Django'),
          )
        : null,
      missing: web.missing,
      warnings: warnings(project, site, staticRoot !== null),
      environment,
      buildEnvironment: placeholders(site.settings),
    },
  )
}

/** Settings can explicitly disable the database: Django then has nothing to migrate, and `migrate` fails. */
function hasDatabase({ settings }: Site): boolean {
  const stated = findLines(settings, /\bDATABASES\b/)
  const empty = /^DATABASES[ \t]*(?::[^=]{1,60})?=[ \t]*\{[ \t]*\}/
  return stated.length === 0 || !stated.every((hit) => empty.test(hit.match.input))
}

async function findSite(project: PythonProject): Promise<Site | null> {
  const { folder } = project
  const candidates = folder.files().filter((file) => baseName(file) === 'manage.py' && file.split('/').length <= 3)
  const path = candidates.toSorted((a, b) => a.split('/').length - b.split('/').length)[0]
  const manage = path === undefined ? null : await readFile(folder, path)
  if (path === undefined || manage === null || !manage.lines.some((line) => /django/i.test(line))) return null
  const from = folderOf(path)
  return { manage, from, settings: await readSettings(project, manage, from) }
}

async function readSettings(project: PythonProject, manage: CodeFile, from: string): Promise<CodeFile[]> {
  const named = findLine([manage], /DJANGO_SETTINGS_MODULE["'][^"']{0,10}["']([\w.]{1,200})["']/)?.match[1]
  const prefix = from === '.' ? '' : `${from}/`
  const path = `${prefix}${(named ?? 'settings').replaceAll('.', '/')}`
  const package_ = folderOf(path)
  const around = project.folder.files().filter((file) => {
    if (!file.endsWith('.py')) return false
    if (file === `${path}.py` || file.startsWith(`${path}/`)) return true
    return /(?:^|\/)settings$/.test(package_) && folderOf(file) === package_
  })
  return await readFiles(project.folder, around.slice(0, 20))
}

function webProcess(project: PythonProject, site: Site) {
  const server = findServer(project, site)
  const from = site.from === '.' ? '' : site.from
  const bound =
    gunicornPort(project) ??
    claim(port, 0.9, source(project.folder.full(site.manage.file), null, 'the usual port of Django'))
  const commands = {
    gunicorn: `gunicorn${from === '' ? '' : ` --chdir ${from}`} ${server.target} --bind 0.0.0.0:${bound.value}`,
    uvicorn: `uvicorn${from === '' ? '' : ` --app-dir ${from}`} ${server.target} --host 0.0.0.0 --port ${bound.value}`,
    daphne: `${from === '' ? '' : `env PYTHONPATH=${from} `}daphne -b 0.0.0.0 -p ${bound.value} ${server.target}`,
    granian: `granian --interface asgi${from === '' ? '' : ` --working-dir ${from}`} ${server.target} --host 0.0.0.0 --port ${bound.value}`,
  }
  const process = makeProcess('web', 'web', claim(commands[server.program], 0.95, ...server.sources), {
    port: bound,
    healthPath: findHealthPath(project.code.filter((code) => /urls?|views|health/.test(code.file))),
  })
  return {
    process,
    missing: depends(project, server.program) || usesExtra(project, server.program) ? [] : [server.program],
  }
}

function usesExtra(project: PythonProject, program: string): boolean {
  return program === 'daphne' && project.dependencies.extras.has('channels[daphne]')
}

function findServer(project: PythonProject, site: Site) {
  const asgi = findLine(site.settings, /^[ \t]*ASGI_APPLICATION[ \t]*=[ \t]*["']([\w.]{1,200})\.(\w{1,60})["']/)
  const wsgi = findLine(site.settings, /^[ \t]*WSGI_APPLICATION[ \t]*=[ \t]*["']([\w.]{1,200})\.(\w{1,60})["']/)
  const isAsync = asgi !== null && (depends(project, 'channels') || depends(project, 'daphne') || wsgi === null)
  const servers = (['uvicorn', 'granian', 'daphne'] as const).filter((name) => depends(project, name))
  const onlyAsgi = !depends(project, 'gunicorn') && servers.length > 0
  const chosen = isAsync || (onlyAsgi && asgi !== null) ? asgi : (wsgi ?? asgi)
  const usesAsgi = chosen !== null && chosen === asgi
  const module = chosen?.match[1] ?? moduleByName(site, onlyAsgi ? 'asgi' : 'wsgi')
  const isAsgi = usesAsgi || (chosen === null && onlyAsgi)
  const program = isAsgi ? (servers[0] ?? 'daphne') : 'gunicorn'
  const sources =
    chosen === null ? [source(project.folder.full(site.manage.file), null, 'project of Django')] : [sourceOf(chosen)]
  return { target: `${module}:${chosen?.match[2] ?? 'application'}`, program, sources } as const
}

/** Without an entry in the settings, uses the package with wsgi.py. */
function moduleByName(site: Site, name: string): string {
  const prefix = site.from === '.' ? '' : `${site.from}/`
  const files = site.manage.folder.files().filter((file) => file.startsWith(prefix) && baseName(file) === `${name}.py`)
  const file = files.toSorted((a, b) => a.length - b.length)[0] ?? `${prefix}config/${name}.py`
  return file.slice(prefix.length).replace(/\.py$/, '').replaceAll('/', '.')
}

/** manage.py is for development; wsgi.py names the production settings. */
function settingsModule(project: PythonProject, site: Site): Record<string, string> {
  const pattern = /DJANGO_SETTINGS_MODULE["'][^"']{0,10}["']([\w.]{1,200})["']/
  const serving = project.code.filter((code) => /(?:^|\/)[aw]sgi\.py$/.test(code.file))
  const production = findLine(serving, pattern)?.match[1]
  const local = findLine([site.manage], pattern)?.match[1]
  return production === undefined || production === local ? {} : { DJANGO_SETTINGS_MODULE: production }
}

/** Build-time values for variables that the settings read without a default. */
function placeholders(settings: readonly CodeFile[]): Record<string, string> {
  const required = [
    ...findLines(settings, /\benviron\[["']([A-Z][A-Z0-9_]{1,60})["']\]/),
    ...findLines(
      settings,
      /\b(?:env|config|getenv|environ\.get)(?:\.\w{1,10})?\(["']([A-Z][A-Z0-9_]{1,60})["'][ \t]*[,)]/,
    ),
  ].map((hit) => hit.match[1] ?? '')
  return Object.fromEntries(
    [...new Set(required)]
      .filter((key) => /SECRET|KEY|DATABASE|_URL|_DSN|PASSWORD|TOKEN/.test(key))
      .slice(0, 20)
      .map((key) => [key, placeholder(key)]),
  )
}

function placeholder(key: string): string {
  if (/DATABASE_URL|DB_URL/.test(key)) return 'sqlite:////tmp/build.sqlite3'
  return /REDIS|CACHE|BROKER/.test(key) ? 'redis://localhost:6379/0' : 'only-for-the-build'
}

function warnings(project: PythonProject, site: Site, hasStatic: boolean): AppWarning[] {
  const found: AppWarning[] = []
  const debug = findLine(
    site.settings.filter((code) => !/dev|local|test/.test(baseName(code.file))),
    /^DEBUG[ \t]*=[ \t]*True\b/,
  )
  if (debug !== null) {
    found.push(
      warn(
        'debug_enabled',
        'Django runs with DEBUG = True, so errors show source code and settings to visitors.',
        'Read DEBUG from a variable that is off in production.',
        sourceOf(debug),
      ),
    )
  }
  found.push(...hostWarnings(site))
  if (hasStatic && !depends(project, 'whitenoise') && !depends(project, 'django-storages')) {
    found.push(
      warn(
        'static_files_not_served',
        'Django collects static files, but nothing serves them when DEBUG is off.',
        'Add whitenoise to the dependencies and its middleware to the settings.',
      ),
    )
  }
  return found
}

/** Hostnames of a development machine. */
const local = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1\]?|\.?localhost|testserver|host\.docker\.internal)$/

/**
 * Django responds with 400 to an unknown host, whatever DEBUG is: an empty list means only localhost. The suggested
 * line reads the hostnames that every container gets.
 */
function hostWarnings({ settings }: Site): AppWarning[] {
  const used = settings.filter((code) => !/dev|local|test/.test(baseName(code.file)))
  const mentions = findLines(used, /\bALLOWED_HOSTS\b/)
  const isElsewhere = mentions.length === 0 && findLine(used, /^from[ \t].{1,100}[ \t]import[ \t]+\*/) !== null
  if (isElsewhere || !mentions.every(namesNoDomain)) return []
  const stated = mentions.at(-1)
  const code = stated?.code ?? used.at(-1)
  if (code === undefined) return []
  const where = stated === undefined ? sourceAt(code, 1) : sourceOf(stated)
  const imports = code.lines.some((line) => /^import os\b/.test(line)) ? '' : 'import os; '
  return [
    warn(
      'allowed_hosts_empty',
      'ALLOWED_HOSTS has no domain, so Django responds with 400 to every host except localhost.',
      `Write in ${baseName(code.file)}: ${imports}ALLOWED_HOSTS = os.environ.get("LONGSHORE_HOSTNAMES", "localhost").split(",")`,
      where,
    ),
  ]
}

/** Only a list in one line can be evaluated, not one that is computed or read from elsewhere. */
function namesNoDomain(hit: Hit): boolean {
  const list = /^ALLOWED_HOSTS[ \t]*(?::[^=]{1,40})?=[ \t]*[[(]([^\])]{0,300})[\])][ \t]*(?:#.{0,200})?$/.exec(
    hit.match.input,
  )?.[1]
  if (list === undefined) return false
  const hosts = list.split(',').map((part) => part.trim().replaceAll(/^["']|["']$/g, ''))
  return hosts.every((host) => host === '' || local.test(host))
}
