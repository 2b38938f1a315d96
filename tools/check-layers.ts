/**
 * dependency-cruiser over the tree, with one forbidden import per rule planted in it, and each must be caught. The plants
 * matter because the tool sees nothing, and passes, when it cannot load its TypeScript.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finishCheck } from './finish-check.ts'
import { withPlants } from './seeded-files.ts'
import { listFiles, root } from './source-files.ts'

const run = promisify(execFile)
const source = 'apps/server/src'

interface Plant {
  rule: string
  /** Which of the files breaks the rule. */
  from: string
  files: Record<string, string>
}

const plants: Plant[] = [
  plantIn('no-cycles', 'a.ts', { 'a.ts': 'import "./b.ts"', 'b.ts': 'import "./a.ts"' }),
  plantImport('module-front-door', 'x.service.ts', '../planted-no-cycles/a.ts'),
  plantImport('schemas-import-schemas', 'p.schemas.ts', './p.service.ts'),
  plantImport('status-is-pure', 'p.status.ts', './p.service.ts'),
  plantImport('routes-call-services', 'p.routes.ts', './p.repository.ts'),
  plantImport('services-do-not-know-http', 'p.service.ts', './p.routes.ts'),
  plantImport('repository-is-the-bottom', 'p.repository.ts', './p.service.ts'),
  plantImport('only-durable-knows-the-engine', 'p.ts', '@restatedev/restate-sdk'),
  plantImport('production-knows-no-tests', 'p.service.ts', '../../testing/postgres.ts'),
  plantImport('only-workflows-touch-servers', 'p.service.ts', '@longshore/remote/ssh'),
  plantInPackage('remote-is-a-leaf', 'remote/src/planted.ts', '../../../apps/server/src/version.ts'),
  plantInPackage('commands-are-pure', 'remote/src/commands/planted.ts', 'node:fs'),
  plantInPackage('addresses-is-pure', 'addresses/src/planted.ts', 'node:dns'),
  plantInPackage('analyzer-is-pure', 'analyzer/src/planted.ts', 'node:fs/promises'),
  plantInPackage('sdk-is-a-leaf', 'sdk/src/planted.ts', 'node:crypto'),
  plantInDashboard('dashboard-knows-the-sdk', 'features/planted.ts', '../../../server/src/version.ts'),
  plantInDashboard('ui-knows-no-feature', 'ui/planted.tsx', '../app/paths.ts'),
  plantInDashboard('dashboard-api-is-below', 'api/planted.ts', '../ui/class-names.ts'),
  plantInDashboard('words-are-data', 'text/planted.ts', '../app/paths.ts'),
  plantInDashboard('features-stay-apart', 'features/planted-here/planted.ts', '../home/home.routes.ts'),
  plantInDashboard('features-below-know-none-above', 'features/auth/planted.ts', '../home/home.routes.ts'),
  plantInPackage('source-is-a-leaf', 'source/src/planted.ts', '../../remote/src/ssh/index.ts'),
  {
    rule: 'cli-speaks-through-the-sdk',
    from: 'apps/cli/src/planted.ts',
    files: { 'apps/cli/src/planted.ts': 'import "../../../packages/analyzer/src/index.ts"\n' },
  },
  {
    rule: 'api-cannot-unseal',
    from: `${source}/api.planted.ts`,
    files: { [`${source}/api.planted.ts`]: 'import "./worker-context.ts"\n' },
  },
  {
    rule: 'platform-knows-no-module',
    from: `${source}/platform/planted.ts`,
    files: { [`${source}/platform/planted.ts`]: 'import "../modules/planted-no-cycles/b.ts"\n' },
  },
]

const files = Object.assign({}, ...plants.map((plant) => plant.files))
const violations = await withPlants(files, cruise)
const isPlanted = (each: { from: string; to: string }) => each.from in files || each.to in files
const configuration: { default: { forbidden: { name: string }[] } } = await import(
  join(root, '.dependency-cruiser.mjs')
)
const ruleNames = configuration.default.forbidden.map((rule) => rule.name)
finishCheck('layers', {
  findings: [
    ...violations.filter((each) => !isPlanted(each)).map((each) => `${each.rule.name}: ${each.from} → ${each.to}`),
    ...ruleNames.filter((name) => !plants.some((plant) => plant.rule === name)).map((name) => `${name} has no plant`),
  ],
  plants: plants.map((plant) => ({
    what: `violation of ${plant.rule}`,
    caught: violations.some((each) => each.rule.name === plant.rule && each.from === plant.from),
  })),
  figures: { rules: ruleNames.length },
})

function plantImport(rule: string, file: string, target: string): Plant {
  const isNew = target.startsWith('./')
  return plantIn(rule, file, { [file]: `import "${target}"`, ...(isNew ? { [target.slice(2)]: 'export {}' } : {}) })
}

/** Each rule has a module of its own, so that all plants can stand at once. */
function plantIn(rule: string, file: string, texts: Record<string, string>): Plant {
  const folder = `${source}/modules/planted-${rule}`
  const entries = Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, `${text}\n`])
  return { rule, from: `${folder}/${file}`, files: Object.fromEntries(entries) }
}

function plantInPackage(rule: string, file: string, target: string): Plant {
  const from = `packages/${file}`
  return { rule, from, files: { [from]: `import "${target}"\n` } }
}

function plantInDashboard(rule: string, file: string, target: string): Plant {
  const from = `apps/dashboard/src/${file}`
  return { rule, from, files: { [from]: `import "${target}"\n` } }
}

async function cruise(): Promise<{ rule: { name: string }; from: string; to: string }[]> {
  const paths = await listFiles(/^(apps|packages|e2e|bench|tools)\/.+\.(ts|tsx|mjs)$/)
  const folders = [...new Set(paths.map((path) => path.slice(0, path.indexOf('/'))))]
  const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders]
  const { stdout } = await run(join(root, 'node_modules/.bin/depcruise'), words, {
    cwd: root,
    maxBuffer: 256 << 20,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  const result: {
    summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number }
  } = JSON.parse(stdout)
  if (result.summary.totalCruised < paths.length / 2) throw new Error('dependency-cruiser saw too few files')
  return result.summary.violations
}
