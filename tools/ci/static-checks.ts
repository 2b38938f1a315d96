/** All checks of the gate that need no server: static checks, generated files, unit, database, and Go tests. */
import { join } from 'node:path'
import { root } from '../source-files.ts'
import type { Check } from './check.ts'

const node = process.execPath
const program = (name: string) => join(root, 'node_modules/.bin', name)

/** They write forbidden files into the tree to see them caught, so nothing else can read the tree at the same time. */
const seeding: Check[] = [
  { name: 'layers', command: [node, 'tools/check-layers.ts'], budgetSeconds: 10, isAlone: true },
  { name: 'dead-code', command: [node, 'tools/check-dead-code.ts'], budgetSeconds: 10, isAlone: true },
]

const biome = ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=40', '.']

const scripts = {
  'no-shell-strings': 'check-shell-strings',
  'no-raw-markup': 'check-markup',
  'secrets-scan': 'check-secrets',
  regexes: 'check-regexes',
  shape: 'check-shape',
  'test-clocks': 'check-test-clocks',
  'supply-chain': 'check-supply-chain',
  links: 'check-links',
  asvs: 'check-asvs',
  examples: 'check-examples',
  guides: 'check-guides',
  'suite-map': 'check-suite-map',
  'seeded-defects': 'check-seeded-defects',
}

/** The slow ones come first: two run at a time. */
const parallel: Check[] = [
  tests('unit-tests', 'unit', 150),
  { name: 'types', command: [program('tsc'), '-p', '.', '--pretty', 'false'], budgetSeconds: 60 },
  tests('database-tests', 'database', 150),
  { name: 'proxy-program', command: [node, 'e2e/fixtures/test-proxy-program.ts'], budgetSeconds: 60 },
  {
    name: 'dashboard-types',
    command: [program('tsc'), '-p', 'apps/dashboard', '--pretty', 'false'],
    budgetSeconds: 20,
  },
  { name: 'image-tree', command: [node, 'tools/check-image.ts'], budgetSeconds: 15 },
  { name: 'format-and-lint', command: [program('biome'), ...biome], budgetSeconds: 15 },
  { name: 'generated-files', command: [node, 'tools/check-generated.ts'], budgetSeconds: 10 },
  { name: 'dashboard-build', command: [node, 'tools/build-dashboard.ts'], budgetSeconds: 10 },
  ...Object.entries(scripts).map(
    ([name, script]): Check => ({ name, command: [node, `tools/${script}.ts`], budgetSeconds: 5 }),
  ),
  { name: 'words', command: [node, 'tools/check-words.ts', '--names'], budgetSeconds: 20 },
  { name: 'docs-site', command: [node, 'tools/build-docs.ts'], budgetSeconds: 5 },
]

export const staticChecks: readonly Check[] = [...seeding, ...parallel]

function tests(name: string, project: string, budgetSeconds: number): Check {
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json']
  const command = [node, join(root, 'node_modules/vitest/vitest.mjs'), ...args] as const
  return { name, command, budgetSeconds, countsTests: true }
}
