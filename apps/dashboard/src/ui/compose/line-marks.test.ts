import type { ComposeProblem } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { gutterLines, sortProblems } from './line-marks.ts'

const problem = (severity: ComposeProblem['severity'], line: number | null): ComposeProblem => ({
  ...{ severity, line, code: 'any', message: 'Any.', hint: null },
})

it('numbers every line, also an empty last one, and marks the gravest problem of a line', () => {
  const problems = [problem('warning', 2), problem('error', 2), problem('warning', 2), problem('error', null)]
  expect(gutterLines('services:\n  web:\n', problems)).toEqual([
    { number: 1, severity: null },
    { number: 2, severity: 'error' },
    { number: 3, severity: null },
  ])
})

it('lists errors before warnings, by line', () => {
  const sorted = sortProblems([problem('warning', 1), problem('error', 9), problem('error', 3)])
  expect(sorted.map(({ line }) => line)).toEqual([3, 9, 1])
})
