/**
 * dependency-cruiser over the tree, and a self-test: one forbidden import per rule is planted, and each must be caught.
 * The self-test matters because the tool sees nothing, and passes, when it cannot load its TypeScript.
 */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const config = '.dependency-cruiser.mjs'
const folders = ['apps', 'packages', 'e2e', 'bench', 'tools']

interface Plant {
  rule: string
  file: string
  text: string
  /** A file that the plant imports and that does not exist yet. */
  also?: { file: string; text: string }
}

const modules = 'apps/server/src/modules'
const nothing = 'export const nothing = 0\n'
const plants: Plant[] = [
  { rule: 'no-cycles', file: `${modules}/planted/a.ts`, text: "import { b } from './b.ts'\nexport const a = b\n",
    also: { file: `${modules}/planted/b.ts`, text: "import { a } from './a.ts'\nexport const b: number = a\n" } },
  { rule: 'module-front-door', file: `${modules}/planted/x.service.ts`, text: "import { nothing } from '../planted-two/y.service.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted-two/y.service.ts`, text: nothing } },
  { rule: 'platform-knows-no-module', file: 'apps/server/src/platform/planted.ts', text: "import { nothing } from '../modules/planted/index.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted/index.ts`, text: nothing } },
  { rule: 'schemas-import-schemas', file: `${modules}/planted/p.schemas.ts`, text: "import { nothing } from './p.service.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted/p.service.ts`, text: nothing } },
  { rule: 'status-is-pure', file: `${modules}/planted/p.status.ts`, text: "import { nothing } from './p.service.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted/p.service.ts`, text: nothing } },
  { rule: 'routes-call-services', file: `${modules}/planted/p.routes.ts`, text: "import { nothing } from './p.repository.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted/p.repository.ts`, text: nothing } },
  { rule: 'services-do-not-know-http', file: `${modules}/planted/p.service.ts`, text: "import { nothing } from './p.routes.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted/p.routes.ts`, text: nothing } },
  { rule: 'repository-is-the-bottom', file: `${modules}/planted/p.repository.ts`, text: "import { nothing } from './p.service.ts'\nexport const x = nothing\n",
    also: { file: `${modules}/planted/p.service.ts`, text: nothing } },
] // biome-ignore format: one plant per line

let failed = false
const clean = await cruise()
if (clean.length > 0) {
  failed = true
  for (const line of clean) console.error(line)
}
for (const plant of plants) {
  const found = await withPlant(plant, cruise)
  if (!found.some((line) => line.startsWith(`${plant.rule}:`))) {
    failed = true
    console.error(`self-test: the planted violation of ${plant.rule} was not caught`)
  }
}
console.log(`layers: violations=${clean.length} planted=${plants.length} caught=${failed ? 'not all' : plants.length}`)
process.exit(failed ? 1 : 0)

async function withPlant<T>(plant: Plant, work: () => Promise<T>): Promise<T> {
  const files = [plant, ...(plant.also ? [plant.also] : [])].map((each) => ({
    path: join(root, each.file),
    text: each.text,
  }))
  try {
    for (const file of files) {
      await mkdir(dirname(file.path), { recursive: true })
      await writeFile(file.path, file.text, { flag: 'wx' })
    }
    return await work()
  } finally {
    for (const file of files) await rm(file.path, { force: true })
    await rm(join(root, modules, 'planted'), { recursive: true, force: true })
    await rm(join(root, modules, 'planted-two'), { recursive: true, force: true })
  }
}

async function cruise(): Promise<string[]> {
  const present = (await Promise.all(folders.map(async (name) => ((await exists(name)) ? [name] : [])))).flat()
  const words = ['--config', config, '--output-type', 'json', ...present]
  const { stdout } = await run(join(root, 'node_modules/.bin/depcruise'), words, {
    cwd: root,
    maxBuffer: 256 << 20,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  const result: {
    summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number }
  } = JSON.parse(stdout)
  if (result.summary.totalCruised < 10) throw new Error('dependency-cruiser saw almost no files')
  return result.summary.violations.map((each) => `${each.rule.name}: ${each.from} → ${each.to}`)
}

async function exists(name: string): Promise<boolean> {
  const { stat } = await import('node:fs/promises')
  return await stat(join(root, name)).then(
    () => true,
    () => false,
  )
}
