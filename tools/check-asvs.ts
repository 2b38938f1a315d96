/**
 * Checks that tests back the ASVS map and the security pages: each row and each statement names an existing test, or
 * the map explains why there is none. Whether a test shows what the sentence says is for a reader to decide.
 */
import { type Inspected, inspectMap, inspectStatements } from './claims/inspect-claims.ts'
import { type KnownTests, readKnownTests } from './claims/known-tests.ts'
import { readSections } from './claims/read-page.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { readFiles, type SourceFile } from './source-files.ts'

const mapPath = 'docs/explanation/asvs-map.md'
const statementPaths = ['SECURITY.md', 'docs/explanation/security-model.md', 'docs/explanation/threat-model.md']
/** How to report, what attackers want, and what isn't promised: no program can test these. */
const withoutTests = ['Report a vulnerability', 'What attackers want', "What Longshore doesn't promise"]

const pages = new Map((await readFiles(/\.md$/, { maxBytes: 1 << 20 })).map((page) => [page.path, page]))
const known = await readKnownTests()
if (known.files.length < 100 || known.suites.length < 20) throw new Error('almost no tests were seen')
const map = inspectMap(pageAt(mapPath), known)
const statements = statementPaths.map((path) => inspectStatements(pageAt(path), known, withoutTests))

finishCheck('asvs', {
  findings: [...map.findings, ...statements.flatMap(({ findings }) => findings), ...findStale()],
  seeds: seedFindings(),
  figures: {
    rows: map.claims,
    statements: statements.reduce((sum, { claims }) => sum + claims, 0),
    tests: new Set([map, ...statements].flatMap(({ tests }) => tests)).size,
    exceptions: map.exceptions,
  },
})

function pageAt(path: string): SourceFile {
  const page = pages.get(path)
  if (page === undefined) throw new Error(`${path} is missing`)
  return page
}

function findStale(): string[] {
  const headings = statementPaths.flatMap((path) => readSections(pageAt(path)).map(({ heading }) => heading))
  return withoutTests
    .filter((heading) => !headings.includes(heading))
    .map((each) => `no page has the heading "${each}"`)
}

function seedFindings(): Seed[] {
  const tests: KnownTests = {
    files: ['apps/a/seal.test.ts', 'apps/a/twice.test.ts', 'apps/b/twice.test.ts', 'packages/proxy/routing_test.go'],
    checks: ['tools/check-links.ts'],
    suites: [
      { name: 'auth', tier: 'gate', topics: ['limits', 'forgotten'], code: '{\n  limits: proveLimits,\n}' },
      { name: 'by-hand', tier: 'manual', topics: [], code: '' },
    ],
  }
  const row = (cell: string, header = 'tests') =>
    inspectMap(page(`## A\n\n| id | ${header} |\n| --- | --- |\n| 1.2.5 | ${cell} |\n`), tests)
  const prose = (text: string) => inspectStatements(page(`## A\n\n${text}\n`), tests, [])
  const caught = (what: string, { findings }: Inspected) => ({ what, caught: findings.length === 1 })
  const passed = (what: string, { findings }: Inspected) => ({ what, caught: findings.length === 0 })
  return [
    caught('row without a test', row('argument lists')),
    caught('row with a test that is not there', row('`gone.test.ts`')),
    caught('row with a suite that is not there', row('`limits`')),
    caught('topic that is not there', row('`auth/gone`')),
    caught('topic that is only declared', row('`auth/forgotten`')),
    caught('exception without a reason', row('**exception**')),
    caught('check that does not run', row('`tools/check-nothing.ts`')),
    caught('name of two tests', row('`twice.test.ts`')),
    caught('suite that is run by hand', row('`by-hand`')),
    caught('table without a column for tests', row('`auth`', 'met by')),
    caught('list item without a test', prose('- One. Tests: `auth`\n- Two.')),
    caught('section without a test', prose('Nothing bad happens.')),
    caught('statement with a test that is not there', prose('One. Tests: `gone.test.ts`.')),
    passed('good row, which is allowed,', row('`auth/limits`, `a/twice.test.ts`, `routing_test.go`, `tools/check-links.ts`')),
    passed('exception, which is allowed,', row('**exception**: six digits, as people know them')),
    passed('good statement, which is allowed,', prose('- One,\n  `code`. Tests: `seal.test.ts`,\n  `auth`.')),
  ] // biome-ignore format: one seed per line
}

function page(text: string): SourceFile {
  return { path: 'seeded.md', text }
}
