/**
 * The score of the set documentation-2026 in its first run, before any detector was changed for its cases. It never
 * changes: the difference to today's score shows what the cases improved.
 */
import type { Count } from './score.ts'

export const firstScore = {
  cases: 53,
  right: 36,
  fields: {
    services: { expected: 59, given: 59, right: 58 },
    kind: { expected: 59, given: 58, right: 58 },
    language: { expected: 19, given: 19, right: 19 },
    framework: { expected: 50, given: 50, right: 49 },
    packageManager: { expected: 51, given: 51, right: 51 },
    buildCommand: { expected: 39, given: 38, right: 38 },
    startCommand: { expected: 49, given: 49, right: 47 },
    releaseCommand: { expected: 13, given: 12, right: 11 },
    port: { expected: 45, given: 45, right: 44 },
    healthPath: { expected: 35, given: 34, right: 34 },
    databases: { expected: 36, given: 37, right: 36 },
    variables: { expected: 119, given: 109, right: 109 },
    'variables.required': { expected: 89, given: 80, right: 76 },
    'variables.secret': { expected: 101, given: 94, right: 93 },
    monorepo: { expected: 4, given: 4, right: 4 },
    installCommand: { expected: 34, given: 34, right: 34 },
    outputDirectory: { expected: 8, given: 7, right: 6 },
    builder: { expected: 8, given: 7, right: 7 },
    version: { expected: 29, given: 28, right: 28 },
    'variables.default': { expected: 10, given: 8, right: 8 },
    dockerfile: { expected: 2, given: 2, right: 2 },
    watchPaths: { expected: 8, given: 8, right: 8 },
  } as Readonly<Record<string, Count>>,
} as const
