/** Runs the analyzer on one set of cases and returns its scores and misses. */
import { analyze } from '@longshore/analyzer'
import { type Report as AnalysisReport, reportSchema } from '@longshore/analyzer/report'
import { findMissingEvidence } from './evidence.ts'
import type { Case } from './read-corpus.ts'
import { type Count, type Scores, scoreCase } from './score.ts'

export interface SetScore {
  readonly cases: number
  /** Cases without a miss. */
  readonly right: number
  readonly scores: Scores
  readonly languages: ReadonlyMap<string, number>
  /** Answers that differ from the expected ones, by case. */
  readonly misses: ReadonlyMap<string, readonly string[]>
  /** Violations of rules that every report must follow, whatever the detectors know. */
  readonly violations: readonly string[]
}

export async function scoreSet(cases: readonly Case[]): Promise<SetScore> {
  const scores: Scores = new Map()
  const languages = new Map<string, number>()
  const misses = new Map<string, readonly string[]>()
  const violations: string[] = []
  for (const one of cases) {
    const report = await analyzeCase(one)
    languages.set(one.expected.language, (languages.get(one.expected.language) ?? 0) + 1)
    const missed = scoreCase(one.expected, report, scores)
    if (missed.length > 0) misses.set(one.name, missed)
    violations.push(...(await findViolations(one, report)).map((what) => `${one.name}: ${what}`))
  }
  return { cases: cases.length, right: cases.length - misses.size, scores, languages, misses, violations }
}

export async function analyzeCase(one: Case): Promise<AnalysisReport> {
  const { rootDirectory } = one.expected
  return await analyze(one.tree, rootDirectory === undefined ? {} : { rootDirectory })
}

async function findViolations(one: Case, report: AnalysisReport): Promise<string[]> {
  const parsed = reportSchema.safeParse(report)
  const again = await analyzeCase(one)
  return [
    ...(await findMissingEvidence(one, report)),
    ...(parsed.success ? [] : [`the report breaks its own schema: ${parsed.error.issues[0]?.path.join('.')}`]),
    ...(JSON.stringify(again) === JSON.stringify(report) ? [] : ['a second analysis gave another report']),
  ]
}

export function totalOf(scores: Iterable<Count>): Count {
  const total: Count = { expected: 0, given: 0, right: 0 }
  for (const { expected, given, right } of scores) {
    total.expected += expected
    total.given += given
    total.right += right
  }
  return total
}
