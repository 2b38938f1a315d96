/**
 * dependency-cruiser over the tree, with one forbidden import per rule seeded in it, and each must be caught. The seeds
 * matter because the tool sees nothing, and passes, when it cannot load its TypeScript.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finishCheck } from './finish-check.ts'
import { withSeededFiles } from './seeded-files.ts'
import { moduleLayers } from './shape/module-layers.ts'
import { listFiles, root } from './source-files.ts'

const run = promisify(execFile)
const source = 'apps/server/src'

interface SeededImport {
  rule: string
  /** The file that breaks the rule. */
  from: string
  files: Record<string, string>
}

const seeds: SeededImport[] = [
  ...Object.keys(moduleLayers).map(seedLayer),
  seedIn('no-cycles', 'a.ts', { 'a.ts': 'import "./b.ts"', 'b.ts': 'import "./a.ts"' }),
  seedImport('module-front-door', 'x.service.ts', '../planted-no-cycles/a.ts'),
  seedImport('schemas-import-schemas', 'p.schemas.ts', './p.service.ts'),
  seedImport('status-is-pure', 'p.status.ts', './p.service.ts'),
  seedImport('routes-call-services', 'p.routes.ts', './p.repository.ts'),
  seedImport('services-do-not-know-http', 'p.service.ts', './p.routes.ts'),
  seedImport('repository-is-the-bottom', 'p.repository.ts', './p.service.ts'),
  seedImport('only-durable-knows-the-engine', 'p.ts', '@restatedev/restate-sdk'),
  seedImport('production-knows-no-tests', 'p.service.ts', '../../testing/postgres.ts'),
  seedImport('only-workflows-touch-servers', 'p.service.ts', '@longshore/remote/ssh'),
  seedInPackage('remote-is-a-leaf', 'remote/src/planted.ts', '../../../apps/server/src/version.ts'),
  seedInPackage('commands-are-pure', 'remote/src/commands/planted.ts', 'node:fs'),
  seedInPackage('process-is-a-leaf', 'process/src/planted.ts', '../../addresses/src/index.ts'),
  seedInPackage('addresses-is-pure', 'addresses/src/planted.ts', 'node:dns'),
  seedInPackage('analyzer-is-pure', 'analyzer/src/planted.ts', 'node:fs/promises'),
  seedInPackage('sdk-is-a-leaf', 'sdk/src/planted.ts', 'node:crypto'),
  seedInDashboard('dashboard-knows-the-sdk', 'features/planted.ts', '../../../server/src/version.ts'),
  seedInDashboard('features-do-not-import-the-app', 'features/planted-above/planted.ts', '../../app/shell.tsx'),
  seedInDashboard('navigation-is-below-ui', 'navigation/planted.ts', '../ui/class-names.ts'),
  seedInDashboard('ui-knows-no-feature', 'ui/planted.tsx', '../app/shell.tsx'),
  seedInDashboard('dashboard-api-is-below', 'api/planted.ts', '../ui/class-names.ts'),
  seedInDashboard('words-are-data', 'text/planted.ts', '../navigation/paths.ts'),
  seedInDashboard('features-stay-apart', 'features/planted-here/planted.ts', '../home/home.routes.ts'),
  seedInDashboard('features-below-know-none-above', 'features/auth/planted.ts', '../home/home.routes.ts'),
  seedInPackage('source-is-a-leaf', 'source/src/planted.ts', '../../remote/src/ssh/index.ts'),
  seedInTests('suites-stay-apart', 'e2e/suites/planted/planted.ts', '../core/scenarios.ts'),
  seedInTests('suites-use-testing', 'bench/planted.ts', '../apps/server/src/platform/ids/type-id.ts'),
  seedInTests('support-knows-no-suite', 'e2e/support/planted.ts', '../suites/core/scenarios.ts'),
  seedInTests('e2e-knows-no-bench', 'e2e/fixtures/planted.ts', '../../bench/support/bare-server.ts'),
  {
    rule: 'cli-speaks-through-the-sdk',
    from: 'apps/cli/src/planted.ts',
    files: { 'apps/cli/src/planted.ts': 'import "../../../packages/analyzer/src/index.ts"\n' },
  },
  {
    rule: 'api-cannot-unseal',
    from: `${source}/api.planted.ts`,
    files: { [`${source}/api.planted.ts`]: 'import "./wiring/worker.ts"\n' },
  },
  {
    rule: 'one-writer-of-deployment-status',
    from: `${source}/modules/deployments/planted.action.ts`,
    files: { [`${source}/modules/deployments/planted.action.ts`]: 'import "./deployment-status.repository.ts"\n' },
  },
  {
    rule: 'platform-knows-no-module',
    from: `${source}/platform/planted.ts`,
    files: { [`${source}/platform/planted.ts`]: 'import "../modules/planted-no-cycles/b.ts"\n' },
  },
]

const files = Object.assign({}, ...seeds.map((seed) => seed.files))
const violations = await withSeededFiles(files, cruise)
const isSeeded = (each: { from: string; to: string }) => each.from in files || each.to in files
const configuration: { default: { forbidden: { name: string }[] } } = await import(
  join(root, '.dependency-cruiser.mjs')
)
const ruleNames = configuration.default.forbidden.map((rule) => rule.name)
finishCheck('layers', {
  findings: [
    ...violations.filter((each) => !isSeeded(each)).map((each) => `${each.rule.name}: ${each.from} → ${each.to}`),
    ...ruleNames.filter((name) => !seeds.some((seed) => seed.rule === name)).map((name) => `${name} has no seed`),
  ],
  seeds: seeds.map((seed) => ({
    what: `violation of ${seed.rule}`,
    caught: violations.some((each) => each.rule.name === seed.rule && each.from === seed.from),
  })),
  figures: { rules: ruleNames.length },
})

function seedImport(rule: string, file: string, target: string): SeededImport {
  const isNew = target.startsWith('./')
  return seedIn(rule, file, { [file]: `import "${target}"`, ...(isNew ? { [target.slice(2)]: 'export {}' } : {}) })
}

/** Each rule has its own module, so that all seeds can exist at the same time. */
function seedIn(rule: string, file: string, texts: Record<string, string>): SeededImport {
  const folder = `${source}/modules/planted-${rule}`
  const entries = Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, `${text}\n`])
  return { rule, from: `${folder}/${file}`, files: Object.fromEntries(entries) }
}

/** A file of this layer that imports one of a layer that it can't. */
function seedLayer(layer: string): SeededImport {
  const target = layer === 'workflow' || layer === 'routes' ? 'call' : 'routes'
  return seedImport(`layer-${layer}`, `a.${layer}.ts`, `./b.${target}.ts`)
}

function seedInPackage(rule: string, file: string, target: string): SeededImport {
  const from = `packages/${file}`
  return { rule, from, files: { [from]: `import "${target}"\n` } }
}

function seedInDashboard(rule: string, file: string, target: string): SeededImport {
  const from = `apps/dashboard/src/${file}`
  return { rule, from, files: { [from]: `import "${target}"\n` } }
}

function seedInTests(rule: string, from: string, target: string): SeededImport {
  return { rule, from, files: { [from]: `import "${target}"\n` } }
}

async function cruise(): Promise<{ rule: { name: string }; from: string; to: string }[]> {
  const paths = await listFiles(/^(apps|packages|e2e|bench|tools)\/.+\.(ts|tsx|mjs)$/)
  const folders = [...new Set(paths.map((path) => path.slice(0, path.indexOf('/'))))]
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders]
  const { stdout } = await run(join(root, 'node_modules/.bin/depcruise'), args, {
    cwd: root,
    maxBuffer: 256 << 20,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  const result: {
    summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number }
  } = JSON.parse(stdout)
  if (result.summary.totalCruised < paths.length / 2) throw new Error('dependency-cruiser saw too few files')
  return result.summary.violations
}
