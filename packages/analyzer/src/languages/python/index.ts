import type { App, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { findLine, readCode } from '../code/code-file.ts'
import { ancestors, ownFiles } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, warn } from '../make-app.ts'
import { isOlder } from '../version-files.ts'
import { detectAsgi } from './asgi.ts'
import { type PythonDependencies, readDependencies } from './dependencies.ts'
import { detectDjango } from './django.ts'
import { detectWsgi } from './flask.ts'
import { pythonImage } from './image.ts'
import { findManager, type Manager } from './package-manager.ts'
import { guessProgram, isPublished } from './packaged.ts'
import { detectRunner, detectScript, detectServer, detectSite } from './programs.ts'
import type { PythonProject, PythonService } from './project.ts'
import { findPythonVersion, oldestPython } from './version.ts'

const manifest = /^(?:requirements.*\.(?:txt|in)|pyproject\.toml|Pipfile|setup\.py|setup\.cfg)$/
const script = /^(?:manage|app|main|wsgi|asgi|server|bot|run|streamlit_app)\.py$/

export const python: Language = {
  name: 'python',
  manifests: [manifest, script],
  async detect(folder) {
    const project = await readProject(folder)
    const found = project === null ? null : await describe(project)
    return project === null || found === null ? null : await assemble(project, found)
  },
  async guess(folder) {
    const project = await readProject(folder)
    const found = project === null ? null : guessProgram(project)
    return project === null || found === null ? null : await assemble(project, found)
  },
}

async function readProject(folder: Folder): Promise<PythonProject | null> {
  if (!isOwnProject(folder)) return null
  const dependencies = await readDependencies(folder)
  const code = await readCode(folder, isOwnCode(folder))
  return code.length === 0 && !folder.has('mkdocs.yml') ? null : { folder, code, dependencies }
}

/** A folder without a manifest belongs to the project above it, if there is one. */
function isOwnProject(folder: Folder): boolean {
  if (ownFiles(folder).some((file) => manifest.test(file)) || folder.has('requirements/base.txt')) return true
  const isPackage = folder.has('__init__.py')
  const above = ancestors(folder).some((place) =>
    ownFiles(place).some((file) => manifest.test(file) || file === 'manage.py'),
  )
  return !isPackage && !above
}

/** Excludes tests and folders that are projects of their own. */
function isOwnCode(folder: Folder): (file: string) => boolean {
  const nested = folder.files().flatMap((file) => {
    const cut = file.lastIndexOf('/')
    return cut !== -1 && manifest.test(file.slice(cut + 1)) && !file.startsWith('requirements/')
      ? [`${file.slice(0, cut)}/`]
      : []
  })
  return (file) =>
    file.endsWith('.py') &&
    !/(?:^|\/)(?:migrations|alembic|tests?)\/|(?:^|\/)(?:test_\w*|conftest|setup|\w*_test)\.py$/.test(file) &&
    !nested.some((prefix) => file.startsWith(prefix))
}

async function describe(project: PythonProject): Promise<PythonService | null> {
  const found =
    (await detectDjango(project)) ??
    detectAsgi(project) ??
    (await detectRunner(project)) ??
    (await detectWsgi(project)) ??
    detectServer(project) ??
    detectScript(project) ??
    detectSite(project)
  return found === null || isTool(project, found) ? null : found
}

/** Scripts next to an app of another language, or in a published package, are tools. */
function isTool(project: PythonProject, found: PythonService): boolean {
  if (found.framework !== null || found.processes[0]?.kind !== 'worker') return false
  if (isPublished(project)) return true
  const own = ownFiles(project.folder)
  return (
    !own.some((file) => manifest.test(file)) &&
    own.some((file) =>
      /^(?:package\.json|go\.mod|Cargo\.toml|composer\.json|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|mix\.exs)$/.test(
        file,
      ),
    )
  )
}

async function assemble(project: PythonProject, found: PythonService): Promise<App> {
  const { folder, dependencies } = project
  const manager = findManager(folder, dependencies)
  const version = await findPythonVersion(folder, dependencies)
  return makeApp(folder, {
    name: textAt(dependencies.pyproject, 'project', 'name') ?? textAt(dependencies.pyproject, 'tool', 'poetry', 'name'),
    language: language(project),
    framework: found.framework,
    version,
    packageManager: manager?.name ?? null,
    installCommand: manager?.install ?? null,
    buildCommand: found.buildCommand,
    releaseCommand: found.releaseCommand,
    outputDirectory: found.outputDirectory,
    processes: found.processes,
    dependencies: withStandardLibrary(project),
    uses: manager !== null && manager.root.path !== folder.path ? [manager.root.path] : [],
    warnings: [...found.warnings, ...generalWarnings({ folder, manager, version, dependencies })],
    image: pythonImage({ folder, version: version?.value ?? null, manager, service: found, dependencies }),
  })
}

/** SQLite is part of Python, so no manifest lists it. */
function withStandardLibrary({ code, dependencies }: PythonProject): App['dependencies'] {
  const hit = findLine(code, /^[ \t]*(?:import|from)[ \t]+sqlite3\b/)
  if (hit === null || dependencies.all.has('sqlite3')) return dependencies.all
  return new Map([
    ...dependencies.all,
    ['sqlite3', { version: null, file: hit.code.folder.full(hit.code.file), line: hit.line }],
  ])
}

function language(project: PythonProject): Claim<string> {
  const [file] = ownFiles(project.folder).filter((name) => manifest.test(name) || script.test(name))
  return claim(
    'python',
    1,
    source(project.folder.full(file ?? project.code[0]?.file ?? 'main.py'), null, 'project of Python'),
  )
}

function generalWarnings({
  folder,
  manager,
  version,
  dependencies,
}: {
  folder: Folder
  manager: Manager | null
  version: Claim<string> | null
  dependencies: PythonDependencies
}): AppWarning[] {
  const warnings: AppWarning[] = []
  if (manager === null) {
    warnings.push(
      warn(
        'no_manifest',
        'No file lists the packages that this program needs.',
        'Add a requirements.txt or a pyproject.toml.',
      ),
    )
  } else if (manager.lockfile === null && manager.kind !== 'pip') {
    warnings.push(
      warn(
        'no_lockfile',
        `The lockfile of ${manager.kind} is missing, so each build can get different versions.`,
        `Run the lock command of ${manager.kind} and commit its file.`,
        source(folder.full('pyproject.toml'), null, ''),
      ),
    )
  } else if (
    manager.kind === 'pip' &&
    [...dependencies.all.values()].some((entry) => entry.version === null || !entry.version.startsWith('=='))
  ) {
    warnings.push(
      warn(
        'no_lockfile',
        'Versions aren’t pinned, so each build can get different ones.',
        'Pin them with ==, or use uv or poetry with a lockfile.',
        source(folder.full(dependencies.requirements ?? 'pyproject.toml'), null, ''),
      ),
    )
  }
  if (version !== null && isOlder(version.value, oldestPython)) {
    warnings.push(
      warn(
        'unsupported_version',
        `Python ${version.value} no longer gets security fixes.`,
        `Move to ${oldestPython} or newer.`,
        version.sources[0],
      ),
    )
  }
  return warnings
}
