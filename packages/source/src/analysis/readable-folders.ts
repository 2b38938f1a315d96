/** Lists the folders that the analysis process is allowed to read: the code of the analyzer and of its packages. */
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

let known: Promise<string[]> | undefined

export function readableFolders(): Promise<string[]> {
  known ??= findFolders()
  return known
}

async function findFolders(): Promise<string[]> {
  const own = join(import.meta.dirname, '../..')
  const analyzer = dirname(dirname(fileURLToPath(import.meta.resolve('@longshore/analyzer'))))
  const packages = join(analyzer, 'node_modules')
  const names = (await readdir(packages)).filter((name) => !name.startsWith('.'))
  const linked = await Promise.all(names.map((name) => realpath(join(packages, name))))
  return [
    join(own, 'package.json'),
    join(own, 'node_modules/@longshore/'),
    join(own, 'src/analysis/'),
    join(analyzer, 'package.json'),
    join(analyzer, 'src/'),
    `${packages}/`,
    ...linked.map((folder) => `${folder}/`),
  ]
}
