/** Folders whose files say nothing about the deployment. */

/** Generated or third-party files: never analyzed. */
const foreign = new Set([
  'node_modules', 'bower_components', 'vendor', 'third_party', 'third-party', '.git', '.hg', '.svn', 'dist', 'build', 'out', 'target', 'obj',
  '.next', '.nuxt', '.output', '.svelte-kit', '.astro', '.vercel', '.netlify', '.turbo', '.nx', '.cache', '.parcel-cache', '.yarn', '.pnpm-store',
  '__pycache__', '.venv', 'venv', 'site-packages', '.tox', '.eggs', '.mypy_cache', '.pytest_cache', '.bundle', '.gradle', '.mvn', '.idea',
  '.vscode', '.vs', '_build', 'deps', 'Pods', 'DerivedData', 'coverage', 'htmlcov', '.nyc_output', '.terraform', '.serverless', '.aws-sam',
]) // biome-ignore format: one list

/** Next to the app: analyzed only if there is nothing else. */
const aside = new Set([
  'test', 'tests', '__tests__', '__mocks__', 'spec', 'specs', 'e2e', 'cypress', 'playwright', 'fixture', 'fixtures', '__fixtures__', 'testdata', 'test-data',
  'example', 'examples', 'sample', 'samples', 'demo', 'demos', 'doc', 'docs', 'documentation', '.github', '.gitlab', '.circleci', '.devcontainer',
  '.storybook', 'storybook', 'bench', 'benches', 'benchmark', 'benchmarks', 'scripts', 'tools', 'tooling', 'template', 'templates', 'playground',
  'playgrounds', 'sandbox', 'snippets', 'contrib', 'hack', 'infra', 'infrastructure', 'terraform', 'k8s', 'kubernetes', 'helm', 'charts', 'stubs',
  'tutorial', 'tutorials', 'cookbook', 'workshop', 'archive', 'legacy-tests', '.changeset', '.husky',
]) // biome-ignore format: one list

/** Folders that can still be apps among the apps of a monorepo, such as `apps/docs`. */
const appsAllTheSame = new Set([
  'docs',
  'documentation',
  'demo',
  'playground',
  'storybook',
  'example',
  'examples',
  'tools',
])
const appShelves = new Set(['apps', 'services', 'sites', 'projects', 'websites'])

export type FolderRole = 'own' | 'aside' | 'foreign'

/** A person chose `rootDirectory`: the folders above it don't count. */
export function folderRoleOf(path: string, rootDirectory: string): FolderRole {
  const inside = rootDirectory === '.' ? path : path.slice(rootDirectory.length + 1)
  const folders = inside.split('/').slice(0, -1)
  let role: FolderRole = 'own'
  for (const [index, name] of folders.entries()) {
    // Below this, folders are packages: `example` in `com.example` is part of a name.
    if (isJvmSources(folders, index)) return role
    if (foreign.has(name)) return 'foreign'
    if (isAside(name, folders[index - 1])) role = 'aside'
  }
  return role
}

/** Matches `src/main/java` and similar folders. */
function isJvmSources(folders: readonly string[], index: number): boolean {
  return (
    /^(?:java|kotlin|scala|groovy)$/.test(folders[index] ?? '') &&
    /^(?:main|jvmMain|commonMain)$/.test(folders[index - 1] ?? '') &&
    folders[index - 2] === 'src'
  )
}

function isAside(name: string, parent: string | undefined): boolean {
  // Matches `push-examples` and `web-e2e`.
  if (/.[-_](?:e2e|examples?|samples?|fixtures?)$/i.test(name)) return true
  if (!aside.has(name.toLowerCase())) return false
  return !(parent !== undefined && appShelves.has(parent) && appsAllTheSame.has(name))
}
