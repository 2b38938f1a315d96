/**
 * Creates a virtual environment in one stage and copies it to another; the layer of the dependencies changes only with
 * the lockfile.
 */
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { serveFiles } from '../../images/static-image.ts'
import { appUser, copy, copyFrom, environment, install, run, workdir } from '../../images/steps.ts'
import { relativeTo } from '../folder-paths.ts'
import { minorOf } from '../version-files.ts'
import type { PythonDependencies } from './dependencies.ts'
import type { Manager } from './package-manager.ts'
import type { PythonService } from './project.ts'
import { defaultPython } from './version.ts'

interface Parts {
  readonly folder: Folder
  readonly version: string | null
  readonly manager: Manager | null
  readonly service: PythonService
  readonly dependencies: PythonDependencies
}

/** Packages without wheels for every platform, and the Debian packages to compile and run them. */
const native: Readonly<Record<string, { build: string[]; run: string[] }>> = {
  psycopg2: { build: ['gcc', 'libpq-dev'], run: ['libpq5'] },
  psycopg: { build: [], run: ['libpq5'] },
  'psycopg-c': { build: ['gcc', 'libpq-dev'], run: ['libpq5'] },
  mysqlclient: { build: ['gcc', 'pkg-config', 'default-libmysqlclient-dev'], run: ['libmariadb3'] },
  'python-ldap': { build: ['gcc', 'libldap2-dev', 'libsasl2-dev'], run: ['libldap2'] },
  uwsgi: { build: ['gcc'], run: [] },
  pycairo: { build: ['gcc', 'pkg-config', 'libcairo2-dev'], run: ['libcairo2'] },
  weasyprint: { build: [], run: ['libpango-1.0-0', 'libpangoft2-1.0-0', 'libharfbuzz-subset0'] },
  xmlsec: { build: ['gcc', 'pkg-config', 'libxmlsec1-dev'], run: ['libxmlsec1-openssl'] },
  'python-magic': { build: [], run: ['libmagic1'] },
  'opencv-python': { build: [], run: ['libgl1', 'libglib2.0-0'] },
  pyodbc: { build: ['g++', 'unixodbc-dev'], run: ['unixodbc'] },
  pdf2image: { build: [], run: ['poppler-utils'] },
  pytesseract: { build: [], run: ['tesseract-ocr'] },
  pydub: { build: [], run: ['ffmpeg'] },
}

const venv = '/opt/venv'

export function pythonImage(parts: Parts): ImagePlan | null {
  const { folder, manager, service } = parts
  const first = service.processes[0]
  if (first === undefined || (first.startCommand === null && service.outputDirectory === null)) return null
  const base = `python:${tagOf(parts)}-slim`
  const needs = Object.keys(native)
    .filter((name) => parts.dependencies.all.has(name))
    .flatMap((name) => native[name] ?? [])
  const context = manager?.root.path ?? folder.path
  const inside = relativeTo(context, folder.path)
  const home = inside === '.' ? '/app' : `/app/${inside}`
  const build: ImageStep[] = [
    workdir('/app'),
    environment({
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      ...(needsEnvironment(parts)
        ? { VIRTUAL_ENV: venv, PATH: `${venv}/bin:$PATH`, ...toolSettings(manager) }
        : { PIP_ROOT_USER_ACTION: 'ignore' }),
    }),
    ...install(needs.flatMap((need) => need.build)),
    ...dependencySteps(parts, inside),
  ]
  if (service.outputDirectory !== null) return site(parts, base, build)
  return {
    context,
    ignore: ['**/__pycache__', '**/*.pyc', '**/.venv', '**/venv', '.pytest_cache', '.mypy_cache', '.ruff_cache'],
    stages: [
      {
        name: 'build',
        from: base,
        note: 'Dependencies first: they are installed again only when their files change.',
        steps: build,
      },
      runStage({
        from: base,
        note: 'What runs has neither compilers nor package managers of the project.',
        asRoot: install(needs.flatMap((need) => need.run)),
        environment: {
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONUNBUFFERED: '1',
          PATH: `${venv}/bin:$PATH`,
          ...portVariable(service),
          ...service.environment,
        },
        owner: appUser,
        home,
        files: [copyFrom('build', venv, venv), copyFrom('build', '/app', '/app', appUser)],
        port: first.port?.value,
        start: first.startCommand?.value ?? 'python',
      }),
    ],
  }
}

/** uv requires the exact release of .python-version; for others, the newest one of its line has the fixes. */
function tagOf({ version, manager }: Parts): string {
  return manager?.kind === 'uv' && version !== null ? version : minorOf(version ?? defaultPython)
}

function portVariable(service: PythonService): Record<string, string> {
  const port = service.processes[0]?.port?.value
  return port === undefined ? {} : { PORT: String(port) }
}

function toolSettings(manager: Manager | null): Record<string, string> {
  if (manager?.kind === 'uv')
    return {
      UV_PROJECT_ENVIRONMENT: venv,
      UV_LINK_MODE: 'copy',
      UV_COMPILE_BYTECODE: '1',
      UV_PYTHON_DOWNLOADS: 'never',
    }
  if (manager?.kind === 'poetry') return { POETRY_VIRTUALENVS_CREATE: 'false', POETRY_NO_INTERACTION: '1' }
  if (manager?.kind === 'pipenv') return { PIPENV_VERBOSITY: '-1' }
  return usesBasePip(manager) ? { PIP_PYTHON: `${venv}/bin/python` } : {}
}

/**
 * The pip of the base image installs into the environment, which then needs no pip: that saves 20 MB and most of the
 * time of a small build.
 */
function usesBasePip(manager: Manager | null): boolean {
  return manager === null || manager.kind === 'pip'
}

/** The final image of a site contains only the generated files, so its packages need no folder that can be copied. */
function needsEnvironment({ manager, service }: Parts): boolean {
  return service.outputDirectory === null || !usesBasePip(manager)
}

/** Common packages, such as setuptools, come from the base image. */
function createEnvironment(parts: Parts): ImageStep[] {
  const { manager } = parts
  if (!needsEnvironment(parts)) return []
  if (usesBasePip(manager)) return [run(`python -m venv --system-site-packages --without-pip ${venv}`)]
  return [run(`python -m venv ${manager?.kind === 'uv' ? '--without-pip ' : ''}${venv}`)]
}

function dependencySteps(parts: Parts, inside: string): ImageStep[] {
  const { service, manager } = parts
  const missing =
    service.missing.length === 0
      ? []
      : [
          run(
            `${manager?.kind === 'uv' ? 'uv pip install' : 'pip install'} ${service.missing.join(' ')}`,
            cacheOf(manager),
          ),
        ]
  const build =
    service.buildCommand === null
      ? []
      : [run(`${inside === '.' ? '' : `cd ${inside} && `}${assignments(service)}${service.buildCommand.value}`)]
  // Install them before the code, so that they are downloaded once; uv removes packages that its lockfile doesn't list,
  // so there they come last.
  const [early, late] = manager?.kind === 'uv' ? [[], missing] : [missing, []]
  return [...installSteps(parts, inside), ...early, ...afterCopy(parts), ...late, ...build]
}

function assignments(service: PythonService): string {
  const all = { ...service.environment, ...service.buildEnvironment }
  return Object.entries(all)
    .map(([key, value]) => `${key}=${value} `)
    .join('')
}

const cacheOf = (manager: Manager | null): string => (manager?.kind === 'uv' ? '/root/.cache/uv' : '/root/.cache/pip')

/** Steps before the code is copied. */
function installSteps(parts: Parts, inside: string): ImageStep[] {
  const { manager, dependencies, folder } = parts
  const create = createEnvironment(parts)
  const has = (name: string) => folder.has(name)
  switch (manager?.kind) {
    case undefined:
      return create
    case 'uv': {
      if (inside !== '.') return [run('pip install uv', '/root/.cache/pip'), ...create]
      const files = ['pyproject.toml', 'uv.lock', '.python-version', 'README.md'].filter(has)
      return [
        run('pip install uv', '/root/.cache/pip'),
        ...create,
        copy(files, './'),
        run(`${manager.install?.value ?? 'uv sync'} --no-install-project`, '/root/.cache/uv'),
      ]
    }
    case 'poetry':
      return [
        run('pip install poetry', '/root/.cache/pip'),
        ...create,
        copy(['pyproject.toml', 'poetry.lock'].filter(has), './'),
        run('poetry install --only main --no-root', '/root/.cache/pypoetry'),
      ]
    case 'pdm':
      return [
        run('pip install pdm', '/root/.cache/pip'),
        ...create,
        copy(['pyproject.toml', 'pdm.lock'].filter(has), './'),
        run(`${manager.install?.value ?? 'pdm sync --prod'} --no-self`, '/root/.cache/pdm'),
      ]
    case 'pipenv':
      return [
        run('pip install pipenv', '/root/.cache/pip'),
        ...create,
        copy(['Pipfile', 'Pipfile.lock'].filter(has), './'),
        run(manager.lockfile === null ? 'pipenv install --skip-lock' : 'pipenv sync', '/root/.cache/pip'),
      ]
    case 'pip': {
      if (dependencies.requirements === null) return create
      const isNested = dependencies.requirements.includes('/')
      const files = isNested
        ? copy(['requirements'], './requirements/')
        : copy(
            folder.files().filter((file) => /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/.test(file)),
            './',
          )
      return [...create, files, run(manager.install?.value ?? 'pip install -r requirements.txt', '/root/.cache/pip')]
    }
  }
}

/** Steps after the code is copied: installs the project itself if its modules import it by name. */
function afterCopy({ manager, dependencies }: Parts): ImageStep[] {
  const all = copy(['.'], './')
  switch (manager?.kind) {
    case 'uv':
      return [all, run(manager.install?.value ?? 'uv sync', '/root/.cache/uv')]
    case 'poetry':
      return [all, run('poetry install --only main || poetry install --only main --no-root', '/root/.cache/pypoetry')]
    case 'pdm':
      return [all, run(`${manager.install?.value ?? 'pdm sync --prod'}`, '/root/.cache/pdm')]
    case 'pip':
      return dependencies.requirements === null ? [all, run('pip install .', '/root/.cache/pip')] : [all]
    default:
      return [all]
  }
}

function site({ folder, service }: Parts, base: string, steps: readonly ImageStep[]): ImagePlan {
  const output = service.outputDirectory?.value ?? 'site'
  const files = copyFrom('build', `/app/${output}`, '/srv')
  return {
    context: folder.path,
    ignore: [output],
    stages: [{ name: 'build', from: base, note: null, steps }, ...serveFiles(files, false)],
  }
}
