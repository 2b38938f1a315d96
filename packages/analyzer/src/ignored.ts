/** Folders whose files say nothing about what is deployed. */

/** Made by tools or written by others: never looked at. */
const foreign = new Set([
  'node_modules', 'bower_components', 'vendor', 'third_party', 'third-party', '.git', '.hg', '.svn', 'dist', 'build', 'out', 'target', 'obj',
  '.next', '.nuxt', '.output', '.svelte-kit', '.astro', '.vercel', '.netlify', '.turbo', '.nx', '.cache', '.parcel-cache', '.yarn', '.pnpm-store',
  '__pycache__', '.venv', 'venv', 'site-packages', '.tox', '.eggs', '.mypy_cache', '.pytest_cache', '.bundle', '.gradle', '.mvn', '.idea',
  '.vscode', '.vs', '_build', 'deps', 'Pods', 'DerivedData', 'coverage', 'htmlcov', '.nyc_output', '.terraform', '.serverless', '.aws-sam',
]) // biome-ignore format: one list

/** Beside the app: looked at only when there is nothing else. */
const aside = new Set([
  'test', 'tests', '__tests__', '__mocks__', 'spec', 'specs', 'e2e', 'cypress', 'playwright', 'fixture', 'fixtures', '__fixtures__', 'testdata', 'test-data',
  'example', 'examples', 'sample', 'samples', 'demo', 'demos', 'doc', 'docs', 'documentation', '.github', '.gitlab', '.circleci', '.devcontainer',
  '.storybook', 'storybook', 'bench', 'benches', 'benchmark', 'benchmarks', 'scripts', 'tools', 'tooling', 'template', 'templates', 'playground',
  'playgrounds', 'sandbox', 'snippets', 'contrib', 'hack', 'infra', 'infrastructure', 'terraform', 'k8s', 'kubernetes', 'helm', 'charts', 'stubs',
  'tutorial', 'tutorials', 'cookbook', 'workshop', 'archive', 'legacy-tests', '.changeset', '.husky',
]) // biome-ignore format: one list

/** What may be an app all the same when it stands among the apps of a monorepo, as `apps/docs` does. */
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

/** `rootDirectory` was chosen by a person: what is above the files in question does not count against them. */
export function folderRoleOf(path: string, rootDirectory: string): FolderRole {
  const inside = rootDirectory === '.' ? path : path.slice(rootDirectory.length + 1)
  const folders = inside.split('/').slice(0, -1)
  let role: FolderRole = 'own'
  for (const [index, name] of folders.entries()) {
    // Below it are packages: the folder `example` of `com.example` is part of a name.
    if (isJvmSources(folders, index)) return role
    if (foreign.has(name)) return 'foreign'
    if (isAside(name, folders[index - 1])) role = 'aside'
  }
  return role
}

/** `src/main/java` and its relatives. */
function isJvmSources(folders: readonly string[], index: number): boolean {
  return (
    /^(?:java|kotlin|scala|groovy)$/.test(folders[index] ?? '') &&
    /^(?:main|jvmMain|commonMain)$/.test(folders[index - 1] ?? '') &&
    folders[index - 2] === 'src'
  )
}

function isAside(name: string, parent: string | undefined): boolean {
  // `push-examples`, `web-e2e`
  if (/.[-_](?:e2e|examples?|samples?|fixtures?)$/i.test(name)) return true
  if (!aside.has(name.toLowerCase())) return false
  return !(parent !== undefined && appShelves.has(parent) && appsAllTheSame.has(name))
}
