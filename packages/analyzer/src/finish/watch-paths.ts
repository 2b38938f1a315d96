import { type Claim, claim } from '../claim.ts'
import type { Draft } from '../draft.ts'
import type { Findings, Scope } from '../findings.ts'

/** Files at a workspace's root that change what every member's build gives. */
const sharedFiles = [
  'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'yarn.lock', 'package-lock.json', 'bun.lock', 'bun.lockb', '.npmrc', '.yarnrc.yml', 'turbo.json',
  'nx.json', 'lerna.json', 'tsconfig.json', 'tsconfig.base.json', 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'go.work', 'go.work.sum',
  'pyproject.toml', 'uv.lock', 'settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts', 'pom.xml', 'Directory.Packages.props',
  'Directory.Build.props', 'global.json',
] // biome-ignore format: one list

/** A push that touches none of these leaves the service as it is. */
export function watchPathsOf(scope: Scope, findings: Findings, draft: Draft): Claim<string[]> {
  const { repository } = scope
  if (draft.image !== null) return claim([], 1)
  const workspace = findings.workspaces.find((one) => [...one.members.values()].includes(draft.rootDirectory))
  const folders = [draft.rootDirectory, ...(draft.app?.uses ?? [])]
  if (folders.includes('.')) return claim(['**'], 1)
  const roots = new Set(['.', ...(workspace === undefined ? [] : [workspace.root])])
  const shared = [...roots].flatMap((root) => sharedFiles.map((name) => (root === '.' ? name : `${root}/${name}`)))
  const dockerfile = draft.dockerfile?.value.source === 'repository' ? [draft.dockerfile.value.path] : []
  const configuration = findings.configuration === null ? [] : [findings.configuration.file]
  const files = [...shared.filter((path) => repository.has(path)), ...dockerfile, ...configuration]
  const patterns = [...folders.map((folder) => `${folder}/**`), ...files.filter((file) => !isBelow(file, folders))]
  return claim([...new Set(patterns)], 1)
}

function isBelow(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`))
}
