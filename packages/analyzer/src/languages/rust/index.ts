import type { App, AppProcess, AppWarning } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { type CodeFile, findLine, readCode, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { openedFolders } from '../code/opened-folders.ts'
import type { Language } from '../language.ts'
import { type Dependencies, makeApp, makeProcess, makeSite, warn } from '../make-app.ts'
import {
  type Binary,
  binariesOf,
  dependenciesOf,
  type Manifest,
  neededPackages,
  packageName,
  readManifest,
  readWorkspaceManifest,
} from './cargo.ts'
import { rustImage, trunkImage } from './image.ts'
import { findRustLocalhost, findRustPort, findRustServer, type RustServer } from './listening.ts'
import { findRustVersion, rustTag } from './version.ts'

export const rust: Language = {
  name: 'rust',
  manifests: [/^Cargo\.toml$/],
  detect: (folder) => detectRust(folder, false),
  guess: (folder) => detectRust(folder, true),
}

async function detectRust(folder: Folder, isGuess: boolean): Promise<App | null> {
  const manifest = await readManifest(folder)
  if (manifest === null || textAt(manifest.value, 'package', 'name') === null) return null
  const workspace = await readWorkspaceManifest(folder)
  const packages = await neededPackages(manifest, workspace)
  const dependencies: Dependencies = new Map()
  for (const one of packages)
    for (const [name, entry] of dependenciesOf(one, workspace).all)
      if (!dependencies.has(name)) dependencies.set(name, entry)
  const code = (
    await Promise.all(
      packages.map((one) => readCode(one.folder, (file) => file.startsWith('src/') && file.endsWith('.rs'), 60)),
    )
  ).flat()
  const project = { folder, manifest, workspace, packages, dependencies, code }
  return isBrowserOnly(project) ? await browserApp(project) : await program(project, isGuess)
}

interface Project {
  readonly folder: Folder
  readonly manifest: Manifest
  readonly workspace: Manifest | null
  readonly packages: readonly Manifest[]
  readonly dependencies: Dependencies
  readonly code: readonly CodeFile[]
}

async function program(project: Project, isGuess: boolean): Promise<App | null> {
  const { folder, manifest, code, dependencies } = project
  const binaries = binariesOf(manifest)
  const server = findRustServer(dependencies, code)
  const isMember = project.workspace !== null && project.workspace.folder.path !== folder.path
  // In a workspace, a program without a server is a tool, unless its name suggests otherwise.
  const isTool = isMember && server === null && !worker.test(packageName(manifest)) && !isGuess
  if (binaries.length === 0 || isTool) return null
  if (isMember && tool.test(packageName(manifest))) return null
  const processes = await processesOf(project, binaries, server)
  return processes.length === 0 ? null : await assemble(project, { binaries, server, processes })
}

const worker = /worker|consumer|scheduler|cron|jobs?|queue|processor|bot|indexer/i
const tool = /^(?:xtask|cli|.*[-_]cli|migrations?|migrate|seed|.*[-_]?ctl|codegen|bench|client)$/i

/** Loco's programs are named `<app>-cli` and use subcommands. */
const isLoco = (server: RustServer | null) => server?.framework.value === 'loco'

function chooseMain(project: Project, binaries: readonly Binary[]): Binary | undefined {
  const wanted = textAt(project.manifest.value, 'package', 'default-run') ?? packageName(project.manifest)
  const usual =
    binaries.find((binary) => binary.name === wanted) ?? binaries.find((binary) => binary.file === 'src/main.rs')
  return usual ?? binaries.find((binary) => /server|api|web|app/.test(binary.name)) ?? binaries[0]
}

async function processesOf(
  project: Project,
  binaries: readonly Binary[],
  server: RustServer | null,
): Promise<AppProcess[]> {
  const main = chooseMain(project, binaries)
  if (main === undefined) return []
  const where = (binary: Binary) => source(project.folder.full(binary.file), null, `program ${binary.name}`)
  const others = binaries.filter((binary) => binary !== main && worker.test(binary.name))
  const rest = others.map((binary) =>
    makeProcess(binary.name, 'worker', claim(`./target/release/${binary.name}`, 0.9, where(binary))),
  )
  const start = `./target/release/${main.name}${isLoco(server) ? ' start' : ''}`
  if (server === null || worker.test(main.name))
    return [makeProcess('worker', 'worker', claim(start, 0.8, where(main))), ...rest]
  const port = await findRustPort(project.folder, project.code, server)
  return [
    makeProcess('web', 'web', claim(start, 0.95, where(main)), {
      port,
      healthPath: findHealthPath(project.code) ?? locoHealth(server),
    }),
    ...rest,
  ]
}

function locoHealth(server: RustServer) {
  return isLoco(server) ? claim('/_health', 0.9, ...server.framework.sources) : null
}

async function assemble(
  project: Project,
  { binaries, server, processes }: { binaries: readonly Binary[]; server: RustServer | null; processes: AppProcess[] },
): Promise<App> {
  const { folder, manifest, workspace, dependencies, code } = project
  const { version, pinned } = await findRustVersion(folder, manifest, workspace)
  const context = workspace?.folder ?? folder
  const started = binaries
    .filter((binary) =>
      processes.some((one) => one.startCommand?.value.split(' ')[0] === `./target/release/${binary.name}`),
    )
    .map((binary) => binary.name)
  const name = packageName(manifest)
  const manifestSource = source(folder.full('Cargo.toml'), null, `package ${name}`)
  const isInside = context.path !== folder.path
  const build = isInside
    ? `cargo build --release --package ${name}`
    : `cargo build --release${binaries.length > 1 ? started.map((one) => ` --bin ${one}`).join('') : ''}`
  const start = processes[0]?.startCommand?.value ?? ''
  return makeApp(folder, {
    name,
    language: claim('rust', 1, manifestSource),
    framework: server === null || server.framework.value === 'std' ? null : server.framework,
    version,
    packageManager: claim('cargo', 1, manifestSource),
    installCommand: claim('cargo fetch', 0.9, manifestSource),
    buildCommand: claim(build, 0.95, manifestSource),
    releaseCommand: isLoco(server) ? claim(start.replace(/ start$/, ' db migrate'), 0.9, manifestSource) : null,
    processes,
    dependencies,
    uses: project.packages.map((one) => one.folder.path).filter((path) => path !== folder.path),
    warnings: warnings(project, context),
    image: rustImage({
      folder, context, tag: rustTag(pinned), binaries: started, package: name, dependencies, folders: openedFolders(folder, code, '.rs'),
      isOffline: context.files().some((file) => file.startsWith('.sqlx/')), start, port: processes[0]?.port?.value ?? null,
      environment: server?.framework.value === 'rocket' ? { ROCKET_ADDRESS: '0.0.0.0', ROCKET_PORT: String(processes[0]?.port?.value ?? 8000) } : {},
    }),
  }) // biome-ignore format: parts of the plan
}

function warnings({ folder, code, dependencies }: Project, context: Folder): AppWarning[] {
  const found: AppWarning[] = []
  if (!context.has('Cargo.lock')) {
    found.push(
      warn(
        'no_lockfile',
        'Cargo.lock is missing, so each build can get different versions.',
        'Commit Cargo.lock.',
        source(folder.full('Cargo.toml'), null, ''),
      ),
    )
  }
  const local = dependencies.has('rocket') ? null : findRustLocalhost(code)
  if (local !== null) {
    found.push(
      warn(
        'listens_on_localhost',
        'The server listens only on localhost, so nothing outside of its container can reach it.',
        'Bind 0.0.0.0.',
        sourceOf(local),
      ),
    )
  }
  const checked = findLine(code, /\bsqlx::query(?:_as|_scalar)?!\(|\bquery(?:_as|_scalar)?!\(/)
  if (
    checked !== null &&
    dependencies.has('sqlx') &&
    !context.files().some((file) => file.startsWith('.sqlx/') || file === 'sqlx-data.json')
  ) {
    found.push(
      warn(
        'build_needs_database',
        'The build checks queries against a database, and builds have none.',
        'Run cargo sqlx prepare and commit the directory .sqlx.',
        sourceOf(checked),
      ),
    )
  }
  return found
}

function isBrowserOnly({ folder, dependencies, code }: Project): boolean {
  const isWasm = ['yew', 'leptos', 'sycamore', 'dioxus', 'seed'].some((name) => dependencies.has(name))
  return (
    (isWasm || folder.has('Trunk.toml')) &&
    folder.has('index.html') &&
    findRustServer(dependencies, code)?.framework.value !== 'axum' &&
    !dependencies.has('actix-web')
  )
}

async function browserApp({ folder, manifest, workspace, dependencies }: Project): Promise<App> {
  const framework = ['yew', 'leptos', 'sycamore', 'dioxus', 'seed'].find((name) => dependencies.has(name)) ?? 'trunk'
  const { version, pinned } = await findRustVersion(folder, manifest, workspace)
  const where = source(folder.full('index.html'), null, 'page that trunk builds')
  return makeApp(folder, {
    name: packageName(manifest),
    language: claim('rust', 1, source(folder.full('Cargo.toml'), null, 'package')),
    framework: claim(framework, 0.95, where),
    version,
    packageManager: claim('cargo', 1, where),
    buildCommand: claim('trunk build --release', 0.9, where),
    outputDirectory: claim('dist', 0.9, where),
    processes: [makeSite(where)],
    dependencies,
    image: trunkImage(folder, rustTag(pinned)),
  })
}
