/**
 * Checks the shape of the tree: every module file names its layer, modules form layers, no import cycles, small files, and no second
 * copy of what has a shared mechanism. The map of the modules in ARCHITECTURE.md is true. `--compare COMMIT` prints the same counts for an older commit first.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finishCheck, type Seed } from './finish-check.ts'
import { linesAt, measureShape, type Shape } from './shape/measure.ts'
import { findMapFaults } from './shape/module-map.ts'
import { readCommit, readWorkingTree, type Tree } from './shape/tree.ts'
import { root } from './source-files.ts'

const limits = { modules: 27, upward: 5, medianLines: 80, lines: 400 }

const compared = process.argv.indexOf('--compare')
if (compared !== -1) print(measureShape(await readCommit(process.argv[compared + 1] ?? 'HEAD')))
const tree = await readWorkingTree()
if (tree.size < 1_000) throw new Error(`only ${tree.size} files were seen`)
const shape = measureShape(tree)
if (compared !== -1) print(shape)
finishCheck('shape', {
  findings: [...findFaults(shape), ...findMapFaults(await readFile(join(root, 'ARCHITECTURE.md'), 'utf8'), tree)],
  seeds: seedFaults(),
  figures: figuresOf(shape),
})

function figuresOf(each: Shape): Record<string, number> {
  return {
    modules: each.modules.length,
    without_layer: each.withoutLayer.length,
    misplaced_in_workflow: each.misplacedInWorkflow.length,
    upward_imports: each.upward.length,
    cycles: each.cycles.length,
    files: each.lines.length,
    median_lines: linesAt(each, 0.5),
    largest: each.lines.at(-1)?.count ?? 0,
    copies: each.copies.reduce((sum, { count }) => sum + count, 0),
    replaced_lines: each.replacedLines,
  }
}

function print(each: Shape): void {
  for (const [name, value] of Object.entries(figuresOf(each))) console.log(`${name.padEnd(24)}${value}`)
  for (const { what, count } of each.copies) console.log(`  ${what.padEnd(40)}${count}`)
  for (const pair of each.upward) console.log(`  upward import ${pair}`)
  console.log('')
}

function findFaults(each: Shape): string[] {
  const { modules, withoutLayer, misplacedInWorkflow, upward, cycles, lines, copies } = each
  return [
    ...(modules.length > limits.modules ? [`${modules.length} modules, more than ${limits.modules}`] : []),
    ...withoutLayer.map((path) => `${path}: its name has no layer; CONTRIBUTING.md lists them`),
    ...misplacedInWorkflow.map((path) => `${path}: workflow/ holds workflows, steps, hooks, and contexts only`),
    ...(upward.length > limits.upward ? upward.map((pair) => `upward import between modules: ${pair}`) : []),
    ...cycles.map((members) => `import cycle: ${members.join(', ')}`),
    ...lines
      .filter(({ count }) => count > limits.lines)
      .map(({ path, count }) => `${path} has ${count} lines, more than ${limits.lines}`),
    ...(linesAt(each, 0.5) > limits.medianLines ? [`the median file has ${linesAt(each, 0.5)} lines`] : []),
    ...copies
      .filter(({ count, limit }) => count > limit)
      .map(({ what, count, limit }) => `${what}: ${count} copies, more than ${limit}`),
  ]
}

function seedFaults(): Seed[] {
  const modules = 'apps/server/src/modules'
  const finds = (files: Record<string, string>, fault: RegExp) => {
    const seeded: Tree = new Map(Object.entries(files))
    return findFaults(measureShape(seeded)).some((text) => fault.test(text))
  }
  const cycle = { 'apps/a.ts': "import './b.ts'\n", 'apps/b.ts': "export { a } from './a.ts'\n" }
  return [
    { what: 'file without a layer', caught: finds({ [`${modules}/a/helper.ts`]: '' }, /no layer/) },
    { what: 'file with a layer, which is allowed,', caught: !finds({ [`${modules}/a/a.policy.ts`]: '' }, /no layer/) },
    { what: 'query in workflow/', caught: finds({ [`${modules}/a/workflow/a.query.ts`]: '' }, /workflow\/ holds/) },
    { what: 'import cycle', caught: finds(cycle, /import cycle/) },
    { what: 'file of 401 lines', caught: finds({ 'apps/a.ts': 'x\n'.repeat(401) }, /has 401 lines, more/) },
    {
      what: 'file of 400 lines, which is allowed,',
      caught: !finds({ 'apps/a.ts': 'x\n'.repeat(400) }, /has 400 lines, more/),
    },
    { what: 'median of 81 lines', caught: finds({ 'apps/a.ts': 'x\n'.repeat(81) }, /median/) },
    { what: 'upward imports', caught: finds(seedUpward(modules, 6), /upward import/) },
    { what: 'second copy', caught: finds({ 'packages/a/slots.ts': '', 'packages/b/slots.ts': '' }, /slots.*2 copies/) },
    ...seedMaps(modules),
  ]
}

/** Pairs of modules that import each other. */
function seedUpward(modules: string, pairs: number): Record<string, string> {
  const files = Array.from({ length: pairs }, (_, index) => [
    [`${modules}/low${index}/a.action.ts`, `import '../high${index}/index.ts'\n`],
    [`${modules}/low${index}/index.ts`, ''],
    [`${modules}/high${index}/index.ts`, `import '../low${index}/index.ts'\n`],
  ])
  return Object.fromEntries(files.flat())
}

function seedMaps(modules: string): Seed[] {
  const tree: Tree = new Map([
    [`${modules}/high/index.ts`, "import '../low/index.ts'\n"],
    [`${modules}/low/index.ts`, ''],
  ])
  const finds = (rows: readonly string[], fault: RegExp) => {
    const page = `## Map of the modules\n\`\`\`\n${rows.map((row) => `│ ${row} │ ◀ note\n`).join('')}╞═╡\n\`\`\``
    return findMapFaults(page, tree).some((text) => fault.test(text))
  }
  return [
    { what: 'module that the map lacks', caught: finds(['high'], /no module low/) },
    { what: 'former module in the map', caught: finds(['high', 'low │ gone'], /shows gone/) },
    { what: 'map that is upside down', caught: finds(['low', 'high'], /contradicts.*high → low/) },
    { what: 'true map, which is allowed,', caught: !finds(['high', 'low'], /./) },
  ]
}
