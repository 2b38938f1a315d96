/** The paths that a push must touch to affect a service. */
import type { App } from '../app.ts'
import type { Workspace } from '../languages/language.ts'
import type { Reading } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'

/** Files at a workspace root that affect the build of every member. */
const sharedFiles = [
  'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'yarn.lock', 'package-lock.json', 'bun.lock', 'bun.lockb', '.npmrc', '.yarnrc.yml', 'turbo.json',
  'nx.json', 'lerna.json', 'tsconfig.json', 'tsconfig.base.json', 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'go.work', 'go.work.sum',
  'pyproject.toml', 'uv.lock', 'settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts', 'pom.xml', 'Directory.Packages.props',
  'Directory.Build.props', 'global.json',
] // biome-ignore format: one list

interface Known {
  readonly repository: Repository
  readonly apps: readonly App[]
  readonly workspaces: readonly Workspace[]
  readonly reading: Reading | null
}

/** Services with watch paths from a file keep them. */
export function withWatchPaths(services: readonly AnalyzedService[], known: Known): AnalyzedService[] {
  return services.map((service) =>
    service.watchPaths.length > 0 ? service : { ...service, watchPaths: watchPathsOf(service, known) },
  )
}

function watchPathsOf(service: AnalyzedService, { repository, apps, workspaces, reading }: Known): string[] {
  if (service.builder === 'image') return []
  const app = apps.find((one) => one.root === service.rootDirectory)
  const folders = [service.rootDirectory, ...(app?.uses ?? [])]
  if (folders.includes('.')) return ['**']
  const workspace = workspaces.find((one) => one.folders.has(service.rootDirectory))
  const roots = new Set(['.', workspace?.root ?? '.'])
  const shared = [...roots].flatMap((root) => sharedFiles.map((name) => (root === '.' ? name : `${root}/${name}`)))
  const named = [service.dockerfile?.source === 'repository' ? service.dockerfile.path : null, reading?.file ?? null]
  const files = [...shared.filter((path) => repository.has(path)), ...named.filter((path) => path !== null)]
  const outside = files.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)))
  return [...new Set([...folders.map((folder) => `${folder}/**`), ...outside])].slice(0, 100)
}
