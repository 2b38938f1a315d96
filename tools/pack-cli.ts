/**
 * Packs the command line into one file for Node: `node tools/pack-cli.ts FOLDER` writes `longshore.mjs` there, with the
 * licenses of its packages.
 */
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'
import { collectLicenses } from './dashboard-licenses.ts'
import { root } from './source-files.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('say where the file should go')
await mkdir(folder, { recursive: true })
const file = join(folder, 'longshore.mjs')
await build({
  input: join(root, 'apps/cli/src/main.ts'),
  platform: 'node',
  // Explicit resource management is newer than some supported Node versions.
  transform: { target: 'node22' },
  output: { file, format: 'esm', minify: false, codeSplitting: false },
  logLevel: 'warn',
})
await chmod(file, 0o755)
await writeFile(join(folder, 'licences.txt'), await collectLicenses(join(root, 'apps/cli'), 'longshore.mjs'))
console.log(`${file}: ${(await stat(file)).size} bytes`)
