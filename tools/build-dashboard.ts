/**
 * Builds the dashboard into apps/dashboard/dist, with compressed variants of its files, which the API serves directly.
 * An existing build of the same sources is kept. The build for the accessibility suite, which has its own folder, also
 * contains the component gallery. Uses only Node and the dashboard's own packages, because the image
 * build runs it too.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { collectLicenses } from './dashboard-licenses.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const dashboard = join(root, 'apps/dashboard')
/** Folder of the build that contains the gallery. */
export const galleryFolder = join(dashboard, 'dist-gallery')
const mark = '.sources'
const sources = [
  'apps/dashboard/src',
  'apps/dashboard/public',
  'apps/dashboard/index.html',
  'apps/dashboard/package.json',
  'apps/dashboard/vite.config.ts',
  'packages/sdk/src',
  'pnpm-lock.yaml',
  'tools/build-dashboard.ts',
  'tools/dashboard-licenses.ts',
]
const compressible = /\.(js|css|html|svg|json|txt)$/
/** Below this size, the headers weigh more than the savings. */
const minBytes = 1_000

if (import.meta.main) console.log(`dashboard: ${(await buildDashboard()) ? 'built' : 'is up to date'}`)

/** False if there was nothing to do. */
export async function buildDashboard({ hasGallery = false } = {}): Promise<boolean> {
  const hash = await hashSources()
  const dist = hasGallery ? galleryFolder : join(dashboard, 'dist')
  if ((await readFile(join(dist, mark), 'utf8').catch(() => '')) === hash) return false
  // Build in a temporary folder and move it when it is complete: another process can be building or reading.
  const folder = await mkdtemp(join(dashboard, 'dist-'))
  try {
    const vite = join(dashboard, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
    if (hasGallery) args.push('--mode', 'gallery')
    await run(process.execPath, args, { cwd: dashboard, env: { ...process.env, NODE_ENV: 'production' } })
    await writeFile(join(folder, 'licenses.txt'), await collectLicenses(dashboard, 'The dashboard'))
    for (const path of await listBelow(folder)) if (compressible.test(path)) await compress(path)
    await writeFile(join(folder, mark), hash)
    // mkdtemp restricts the folder to us; in the image, another user reads it.
    await chmod(folder, 0o755)
    await rm(dist, { recursive: true, force: true })
    await rename(folder, dist)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const paths = await Promise.all(sources.map((each) => listBelow(join(root, each))))
  for (const path of paths.flat().filter((each) => !/\.test\.tsx?$/.test(each)))
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(await readFile(path))
      .update('\0')
  return hash.digest('hex')
}

/** Includes the path itself if it is a file. */
async function listBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined
      throw error
    },
  )
  if (entries === undefined) return [path]
  return entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort()
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < minBytes) return
  const [small, older] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, older)])
}
