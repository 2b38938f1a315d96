/** Packs the command line for npm: one file for Node, without dependencies, with the licenses of the packages in it. */
import { chmod, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'
import { collectLicenses } from '../dashboard-licenses.ts'
import { root } from '../source-files.ts'
import { repositoryField } from './repository.ts'
import { run } from './run.ts'

const source = join(root, 'apps/cli')
/** The oldest Node that the file runs on. */
const oldestNode = '22'

export interface PackedCli {
  readonly file: string
  readonly bytes: number
  readonly tarball: string
}

/** Writes the file and the licenses into the folder, and the npm package with its tarball. */
export async function packCli(folder: string): Promise<PackedCli> {
  const stage = join(folder, 'package')
  await mkdir(stage, { recursive: true })
  const file = join(folder, 'longshore.mjs')
  await build({
    input: join(source, 'src/main.ts'),
    platform: 'node',
    // Explicit resource management is newer than some supported Node versions.
    transform: { target: `node${oldestNode}` },
    output: { file, format: 'esm', minify: false, codeSplitting: false },
    logLevel: 'warn',
  })
  await chmod(file, 0o755)
  await writeFile(join(folder, 'licenses.txt'), await collectLicenses(source, 'longshore.mjs'))
  for (const name of ['longshore.mjs', 'licenses.txt']) await cp(join(folder, name), join(stage, name))
  await cp(join(source, 'README.md'), join(stage, 'README.md'))
  for (const name of ['LICENSE', 'NOTICE']) await cp(join(root, name), join(stage, name))
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(await describe(), null, 2)}\n`)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed]: { filename: string }[] = JSON.parse(await run(['npm', ...args], { cwd: stage }))
  if (packed === undefined) throw new Error('npm packed nothing')
  return { file, bytes: (await stat(file)).size, tarball: join(folder, packed.filename) }
}

async function describe(): Promise<object> {
  const text = await readFile(join(source, 'package.json'), 'utf8')
  const { version, description, license }: Record<'version' | 'description' | 'license', string> = JSON.parse(text)
  return {
    name: 'longshore',
    version,
    description,
    license,
    ...repositoryField(process.env),
    keywords: ['longshore', 'deploy', 'self-hosted', 'cli'],
    type: 'module',
    bin: { longshore: './longshore.mjs' },
    engines: { node: `>=${oldestNode}` },
    files: ['longshore.mjs', 'licenses.txt', 'NOTICE'],
  }
}
