/** Generated files are committed; each is generated anew into a temporary folder and must be the same, byte for byte. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finishCheck } from './finish-check.ts'
import { root } from './source-files.ts'

const run = promisify(execFile)
const timeoutMs = 120_000

interface Generated {
  file: string
  /** A script that writes the file to the path in its first argument. */
  generator: string
}

const list: Generated[] = [
  { file: 'apps/server/src/platform/database/schema.generated.ts', generator: 'tools/generate-database-types.ts' },
  { file: 'apps/server/openapi.json', generator: 'tools/generate-openapi.ts' },
]

const folder = await mkdtemp(join(tmpdir(), 'longshore-generated-'))
const findings: string[] = []
const plants: { what: string; caught: boolean }[] = []
try {
  for (const [index, { file, generator }] of list.entries()) {
    const target = join(folder, `${index}-${file.replaceAll('/', '-')}`)
    await run(process.execPath, [join(root, generator), target], { cwd: root, timeout: timeoutMs, maxBuffer: 16 << 20 })
    const fresh = await readFile(target, 'utf8')
    const committed = await readFile(join(root, file), 'utf8')
    const difference = findDifference(committed, fresh)
    if (difference !== undefined) findings.push(`${file} is stale (${difference}); run: node ${generator}`)
    plants.push({ what: `change in ${file}`, caught: findDifference(`${committed}\nplanted`, fresh) !== undefined })
    plants.push({ what: `loss of ${file}`, caught: findDifference('', fresh) !== undefined })
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
finishCheck('generated-files', { findings, plants, figures: { files: list.length } })

function findDifference(committed: string, fresh: string): string | undefined {
  if (committed === fresh) return undefined
  const [a, b] = [committed.split('\n'), fresh.split('\n')]
  const line = b.findIndex((text, index) => text !== a[index])
  return `line ${(line === -1 ? b.length : line) + 1}: committed "${a[line] ?? ''}", generated "${b[line] ?? ''}"`
}
