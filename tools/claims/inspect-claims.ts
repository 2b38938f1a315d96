/**
 * Checks that every row of the ASVS map and every security statement names an existing test, or explains why there is
 * none.
 */
import type { SourceFile } from '../source-files.ts'
import { faultOfTest, type KnownTests } from './known-tests.ts'
import { type Block, readSections, type Section, spansOf } from './read-page.ts'

export interface Inspected {
  readonly findings: readonly string[]
  readonly claims: number
  /** Repeated as often as they are named. */
  readonly tests: readonly string[]
  readonly exceptions: number
}

const shortestReason = 20

/** Reads tables whose last column, `tests`, names tests or has `**exception**: why`. */
export function inspectMap(page: SourceFile, known: KnownTests): Inspected {
  const rows = readSections(page).flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'row'))
  const found = rows.map((row) => inspectCell(row, known))
  return {
    findings: [...(rows.length === 0 ? [`${page.path} has no rows`] : []), ...found.flatMap((each) => each.findings)],
    claims: rows.length,
    tests: found.flatMap((each) => each.tests),
    exceptions: found.filter((each) => each.isException).length,
  }
}

/**
 * Reads pages of prose. Rows have a column `tests`; list items end with `Tests: …`, and so does one paragraph of a
 * section that has neither rows nor items. Sections under a heading in `withoutTests` make no testable promises.
 */
export function inspectStatements(page: SourceFile, known: KnownTests, withoutTests: readonly string[]): Inspected {
  const sections = readSections(page)
  const blocks = sections.flatMap((section) => section.blocks)
  const found = blocks.map((block) => inspectBlock(block, known))
  const needed = sections
    .filter(({ heading }) => heading !== '' && !withoutTests.includes(heading))
    .flatMap((section) => untested(page, section))
  const named = found.filter(({ tests }) => tests.length > 0)
  return {
    findings: [...found.flatMap((each) => each.findings), ...needed],
    claims: named.length,
    tests: named.flatMap(({ tests }) => tests),
    exceptions: 0,
  }
}

function untested({ path }: SourceFile, { heading, blocks }: Section): string[] {
  const units = blocks.filter(({ kind }) => kind !== 'paragraph')
  if (units.length > 0)
    return units.filter((unit) => testsOf(unit).length === 0).map(({ where }) => `${where}: names no test`)
  return blocks.some((block) => testsOf(block).length > 0) ? [] : [`${path}: "${heading}" names no test`]
}

function inspectBlock(block: Block, known: KnownTests): { findings: string[]; tests: string[] } {
  const tests = testsOf(block)
  return { tests, findings: faultsOf(block.where, tests, known) }
}

function inspectCell(row: Extract<Block, { kind: 'row' }>, known: KnownTests) {
  const tests = testsOf(row)
  const [, reason] = /\*\*exception\*\*:?(.*)$/.exec(row.cells.at(-1) ?? '') ?? []
  const findings = faultsOf(row.where, tests, known)
  if (row.header.at(-1) !== 'tests') findings.push(`${row.where}: the last column isn't "tests"`)
  else if (tests.length === 0 && reason === undefined)
    findings.push(`${row.where}: ${row.cells[0]} names neither a test nor an exception`)
  if (reason !== undefined && reason.trim().length < shortestReason)
    findings.push(`${row.where}: the exception of ${row.cells[0]} gives no reason`)
  return { findings, tests, isException: reason !== undefined }
}

function testsOf(block: Block): string[] {
  if (block.kind === 'row') return block.header.at(-1) === 'tests' ? spansOf(block.cells.at(-1) ?? '') : []
  return spansOf(/(?:^|\s)Tests: (.+)$/.exec(block.text)?.[1] ?? '')
}

function faultsOf(where: string, tests: readonly string[], known: KnownTests): string[] {
  return tests.flatMap((name) => {
    const fault = faultOfTest(name, known)
    return fault === undefined ? [] : [`${where}: ${name} ${fault}`]
  })
}
