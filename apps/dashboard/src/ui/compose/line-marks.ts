/** Line numbers next to the editor, with a mark for lines that have a problem. */
import type { ComposeProblem } from '@longshore/sdk'

export interface GutterLine {
  number: number
  /** The gravest problem of the line. */
  severity: ComposeProblem['severity'] | null
}

export function gutterLines(compose: string, problems: readonly ComposeProblem[]): GutterLine[] {
  const severities = new Map<number, ComposeProblem['severity']>()
  for (const { line, severity } of problems)
    if (line !== null && severities.get(line) !== 'error') severities.set(line, severity)
  return compose.split('\n').map((_line, index) => ({
    number: index + 1,
    severity: severities.get(index + 1) ?? null,
  }))
}

/** Errors first, so that people see what keeps the file from being saved. */
export function sortProblems(problems: readonly ComposeProblem[]): ComposeProblem[] {
  const rank = { error: 0, warning: 1 }
  return [...problems].sort(
    (one, other) => rank[one.severity] - rank[other.severity] || (one.line ?? 0) - (other.line ?? 0),
  )
}
