/**
 * Selects the files that an analysis is likely to read, the most relevant first. Pure. In a small repository, these are
 * all text files. In a large one, they are the files that define how it is built and run, then code from the top down,
 * where programs start and read their settings.
 */
import type { SourceEntry } from '../git/source.ts'

/**
 * Number of files to fetch. Each blob costs the server some tenths of a millisecond, whatever its size. A very large
 * repository gets fewer, so that an analysis costs little more than the fetch of a deployment.
 */
const maxLikelyFiles = { ofMost: 1_200, ofVeryLarge: 600 }
const veryLarge = 10_000

const passedOver = new Set(
  'node_modules bower_components vendor third_party dist coverage target .next .nuxt .output .svelte-kit .turbo .venv venv __pycache__ Pods .yarn .idea'.split(
    ' ',
  ),
)
const noText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|svg|psd|ai|sketch|fig|woff2?|ttf|otf|eot|mp[34]|m4a|ogg|wav|flac|webm|mov|avi|mkv|pdf|zip|t?gz|bz2|xz|zst|7z|rar|tar|jar|war|class|so|dll|exe|dylib|a|o|lib|pdb|wasm|bin|dat|pkl|npy|onnx|pt|h5|db|sqlite3?|mdb|parquet|avro|csv|tsv|xlsx?|docx?|pptx?|map|snap|min\.js|min\.css|lottie|glb|gltf|obj|fbx|keystore|jks|p12|pfx)$/i
const manifest =
  /^(?:package\.json|pnpm-workspace\.yaml|turbo\.json|nx\.json|lerna\.json|project\.json|deno\.jsonc?|bunfig\.toml|bun\.lock|angular\.json|composer\.json|artisan|gemfile|rakefile|config\.ru|pyproject\.toml|pipfile|setup\.(?:py|cfg)|requirements[\w.-]{0,60}\.(?:txt|in)|manage\.py|runtime\.txt|go\.(?:mod|work)|cargo\.toml|rust-toolchain(?:\.toml)?|mix\.exs|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradle\.properties|system\.properties|global\.json|directory\.build\.props|nuget\.config|procfile[\w.-]{0,60}|app\.json|longshore\.ya?ml|(?:docker-)?compose[\w.-]{0,60}\.ya?ml|[\w.-]{0,60}dockerfile[\w.-]{0,60}|containerfile|\.dockerignore|fly\.toml|render\.yaml|railway\.(?:json|toml)|vercel\.json|netlify\.toml|wrangler\.(?:toml|jsonc?)|nixpacks\.toml|project\.toml|\.tool-versions|\.nvmrc|[\w.-]{0,60}-version|\.npmrc|\.yarnrc\.yml|\.env[\w.-]{0,60}|[\w.-]{1,100}\.(?:csproj|fsproj|vbproj|sln|slnx))$/i
const settings =
  /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|xml|env|prisma|gradle|kts|exs|tf|sh|lock|txt|html?)$/i
const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go|rs|rb|erb|php|java|kt|kts|scala|clj|groovy|cs|fs|vb|exs?|heex|dart|swift|lua|pl|cr)$/i
const beginnings =
  /^(?:main|index|app|apps|server|serve|config|configuration|settings|env|environment|constants|database|db|data-source|redis|queue|worker|jobs?|scheduler|cron|celery|tasks|wsgi|asgi|manage|program|startup|application|bootstrap|router?|routes|urls|runtime|prod|production|endpoint|repo|lib|mod|health|auth|mail|storage|s3|cache)(?:[.-].*)?$/i
const tests =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|__mocks__|examples?|docs?|stories)\/|[._-](?:test|spec|stories)\.\w+$/i

export function likelyFiles(entries: readonly SourceEntry[], rootDirectory: string): SourceEntry[] {
  const ranked: { entry: SourceEntry; rank: number }[] = []
  for (const entry of entries) {
    const rank = entry.kind === 'file' && isNear(entry.path, rootDirectory) ? rankOf(entry.path) : undefined
    if (rank !== undefined) ranked.push({ entry, rank })
  }
  ranked.sort((a, b) => a.rank - b.rank)
  const max = entries.length > veryLarge ? maxLikelyFiles.ofVeryLarge : maxLikelyFiles.ofMost
  return ranked.slice(0, max).map(({ entry }) => entry)
}

/** Matches paths below the folder or next to one of its parents, where the settings of a workspace are. */
function isNear(path: string, rootDirectory: string): boolean {
  if (rootDirectory === '.' || path.startsWith(`${rootDirectory}/`)) return true
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  return folder === '' || `${rootDirectory}/`.startsWith(`${folder}/`)
}

/** Lower ranks come first. Returns undefined for files that no analysis reads. */
function rankOf(path: string): number | undefined {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (noText.test(name) || parts.some((part) => passedOver.has(part))) return undefined
  const depth = Math.min(parts.length, 40)
  const late = tests.test(path) ? 500 : 0
  if (manifest.test(name)) return depth + late
  if (depth === 1) return 50
  if (code.test(name)) return (beginnings.test(name) ? 100 : 200) + depth + late
  return (settings.test(name) ? 150 : 300) + depth + late
}
