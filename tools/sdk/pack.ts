/**
 * Packs the SDK for publishing: JavaScript and types instead of our sources, which Node doesn't run under node_modules.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryField } from '../release/repository.ts'
import { root } from '../source-files.ts'

const run = promisify(execFile)
const source = join(root, 'packages/sdk')
const timeoutMs = 300_000

export interface PackedSdk {
  tarball: string
  /** Files in the tarball. */
  files: string[]
  packedBytes: number
}

interface Manifest {
  name: string
  exports: Record<string, string>
  private?: boolean
  [field: string]: unknown
}

/** Writes the tarball and its source `package/` into the folder. */
export async function packSdk(folder: string): Promise<PackedSdk> {
  const stage = join(folder, 'package')
  await mkdir(stage, { recursive: true })
  await run(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(source, 'tsconfig.build.json'),
      '--outDir',
      join(stage, 'dist'),
    ],
    { timeout: timeoutMs },
  )
  await cp(join(source, 'README.md'), join(stage, 'README.md'))
  await cp(join(source, 'examples'), join(stage, 'examples'), { recursive: true })
  await cp(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(publish(manifest), null, 2)}\n`)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: stage, timeout: timeoutMs })
  const [packed]: { filename: string; size: number; files: { path: string }[] }[] = JSON.parse(stdout)
  if (packed === undefined) throw new Error('npm packed nothing')
  const files = packed.files.map((each) => each.path).sort()
  return { tarball: join(folder, packed.filename), files, packedBytes: packed.size }
}

function publish({
  private: _,
  exports: entryPoints,
  ...rest
}: Manifest): Omit<Manifest, 'exports'> & { exports: object } {
  const published = Object.entries(entryPoints).map(([door, file]) => {
    const path = file.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [door, { types: `${path}.d.ts`, default: `${path}.js` }]
  })
  return {
    ...rest,
    ...repositoryField(process.env),
    exports: Object.fromEntries(published),
    files: ['dist', 'examples'],
  }
}
