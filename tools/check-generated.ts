/**
 * Generated files are committed; each one is generated again into a temporary folder and must be identical, byte for
 * byte.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { finishCheck } from './finish-check.ts'
import { root } from './source-files.ts'

const run = promisify(execFile)
const timeoutMs = 120_000

interface Generated {
  /** A file, or a folder that contains other files too. */
  path: string
  /** A script that writes it to the path in its first argument. */
  generator: string
}

const list: Generated[] = [
  { path: 'apps/server/src/platform/database/schema.generated.ts', generator: 'tools/generate-database-types.ts' },
  { path: 'apps/server/openapi.json', generator: 'tools/generate-openapi.ts' },
  { path: 'packages/sdk/src', generator: 'tools/generate-sdk.ts' },
  { path: 'apps/cli/src/longshore-file/schema.generated.ts', generator: 'tools/generate-cli.ts' },
  { path: 'docs/reference', generator: 'tools/generate-reference.ts' },
  { path: 'e2e/README.md', generator: 'tools/generate-suite-table.ts' },
  { path: 'docs/explanation/proxy-loads.svg', generator: 'tools/generate-proxy-plot.ts' },
]

const folder = await mkdtemp(join(tmpdir(), 'longshore-generated-'))
const findings: string[] = []
let files = 0
const seeds: { what: string; caught: boolean }[] = []
try {
  for (const [index, { path, generator }] of list.entries()) {
    const target = join(folder, String(index))
    await run(process.execPath, [join(root, generator), target], { cwd: root, timeout: timeoutMs, maxBuffer: 16 << 20 })
    const texts = await readGenerated(target)
    if (texts.size === 0) findings.push(`${generator} wrote nothing`)
    for (const [name, fresh] of texts) {
      const file = join(path, name)
      const committed = await readFile(join(root, file), 'utf8').catch(() => '')
      const difference = findDifference(committed, fresh)
      if (difference !== undefined) findings.push(`${file} is stale (${difference}); run: node ${generator}`)
      seeds.push({ what: `change in ${file}`, caught: findDifference(`${committed}\nseeded`, fresh) !== undefined })
    }
    files += texts.size
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
finishCheck('generated-files', { findings, seeds, figures: { files } })

/** Contents by path below the target; the empty path is the target itself. */
async function readGenerated(target: string): Promise<Map<string, string>> {
  if ((await stat(target)).isFile()) return new Map([['', await readFile(target, 'utf8')]])
  const names = (await readdir(target, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
  const texts = names.map(async (each): Promise<[string, string]> => {
    const file = join(each.parentPath, each.name)
    return [relative(target, file), await readFile(file, 'utf8')]
  })
  return new Map(await Promise.all(texts))
}

function findDifference(committed: string, fresh: string): string | undefined {
  if (committed === fresh) return undefined
  const [a, b] = [committed.split('\n'), fresh.split('\n')]
  const line = b.findIndex((text, index) => text !== a[index])
  return `line ${(line === -1 ? b.length : line) + 1}: committed "${a[line] ?? ''}", generated "${b[line] ?? ''}"`
}
