import type { App, AppWarning } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, sourceOf } from '../code/code-file.ts'
import { ancestors, baseName, joinPath } from '../folder-paths.ts'
import type { Language, Workspace } from '../language.ts'
import { makeApp, warn } from '../make-app.ts'
import { type GoModule, readGoModule } from './go-mod.ts'
import { goImage } from './image.ts'
import { findLocalhost, findServer } from './listening.ts'
import { goProcesses, sortPrograms } from './processes.ts'
import { findPrograms, type Program, readGoFiles } from './programs.ts'

export const go: Language = {
  name: 'go',
  manifests: [/^go\.mod$/],
  async detect(folder, workspace) {
    const module = await readGoModule(folder)
    if (module === null) return null
    const code = await readGoFiles(folder)
    const programs = findPrograms(code, module.path)
    if (programs.length === 0) return null
    return assemble(folder, { module, code, programs, workspace })
  },
}

interface Found {
  readonly module: GoModule
  readonly code: readonly CodeFile[]
  readonly programs: readonly Program[]
  readonly workspace: Workspace | null
}

function assemble(folder: Folder, { module, code, programs, workspace }: Found): App | null {
  const server = findServer(module, code)
  const name = baseName(module.path.replace(/\/v\d{1,3}$/, ''))
  const sorted = sortPrograms(programs, server, name)
  const processes = goProcesses(sorted, code, server)
  const built = [...(sorted.web === null ? [] : [sorted.web]), ...sorted.others]
  const [first] = processes
  if (first === undefined || first.startCommand === null) return null
  const needsC = findC(module, code)
  const context = contextOf(folder, module, workspace)
  return makeApp(folder, {
    name,
    language: claim('go', 1, source(folder.full('go.mod'), 1, `module ${module.path}`)),
    framework: server?.framework ?? null,
    version: module.version,
    packageManager: claim('go', 1, source(folder.full('go.mod'), 1, 'Go modules')),
    installCommand: claim('go mod download', 1, source(folder.full('go.mod'), null, 'Go modules')),
    buildCommand: claim(
      built.map((program) => `go build -o bin/${program.name} ${program.package}`).join(' && '),
      0.95,
      ...(first.startCommand.sources ?? []),
    ),
    processes,
    dependencies: module.dependencies,
    uses: usedFolders(folder, module, workspace),
    warnings: warnings(folder, { module, code }),
    image: goImage({
      folder,
      context,
      code,
      programs: built,
      version: module.version,
      needsC,
      start: first.startCommand.value,
      port: first.port?.value ?? null,
    }),
  })
}

/** Modules that need cgo; their pure Go alternatives (modernc.org/sqlite) aren't listed. */
const cModules = [
  'github.com/mattn/go-sqlite3',
  'gorm.io/driver/sqlite',
  'github.com/confluentinc/confluent-kafka-go',
  'github.com/h2non/bimg',
  'gocv.io/x/gocv',
  'github.com/davidbyttow/govips',
  'github.com/chai2010/webp',
  'github.com/tecbot/gorocksdb',
  'github.com/libgit2/git2go',
]

function findC(module: GoModule, code: readonly CodeFile[]): boolean {
  const required = [...module.dependencies.keys()].some((name) =>
    cModules.some((one) => name === one || name.startsWith(`${one}/`)),
  )
  return required || findLine(code, /^import "C"/) !== null
}

/** The build context is the workspace, or a folder that contains all replaced modules. */
function contextOf(folder: Folder, module: GoModule, workspace: Workspace | null): Folder {
  const above = ancestors(folder)
  const byWork = above.find((place) => place.path === workspace?.root) ?? above.find((place) => place.has('go.work'))
  if (byWork !== undefined) return byWork
  const outside = module.replaced
    .flatMap((path) => joinPath(folder.path, path) ?? [])
    .filter((path) => path !== folder.path && !path.startsWith(`${folder.path}/`) && folder.path !== '.')
  return (
    above.find(
      (place) => outside.length > 0 && outside.every((path) => place.path === '.' || path.startsWith(`${place.path}/`)),
    ) ?? folder
  )
}

function usedFolders(folder: Folder, module: GoModule, workspace: Workspace | null): string[] {
  const replaced = module.replaced.flatMap((path) => joinPath(folder.path, path) ?? [])
  const members = [...(workspace?.members ?? [])]
    .filter(([name]) => module.dependencies.has(name))
    .map(([, path]) => path)
  return [...new Set([...replaced, ...members])].filter((path) => path !== folder.path)
}

function warnings(folder: Folder, { module, code }: Pick<Found, 'module' | 'code'>): AppWarning[] {
  const found: AppWarning[] = []
  if (
    module.dependencies.size > 0 &&
    !folder.has('go.sum') &&
    !ancestors(folder).some((place) => place.has('go.work.sum'))
  ) {
    found.push(
      warn(
        'no_lockfile',
        'go.sum is missing. The build fails, because it can’t check the modules.',
        'Run go mod tidy and commit go.sum.',
        source(folder.full('go.mod'), null, ''),
      ),
    )
  }
  const local = findLocalhost(code)
  if (local !== null) {
    found.push(
      warn(
        'listens_on_localhost',
        'The server listens only on localhost, so nothing outside of its container can reach it.',
        'Listen on all addresses, as in ":8080".',
        sourceOf(local),
      ),
    )
  }
  return found
}
