/** One thing that `bin/ci` runs, and its result. */
import { join } from 'node:path'
import { root } from '../source-files.ts'
import type { Declaration } from '../suites/declarations.ts'

export interface Check {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Duration on two cores. A check that takes much longer hangs. */
  readonly budgetSeconds: number
  /** Nothing else runs at the same time. */
  readonly isAlone?: boolean
  /** Images and programs that are built once per machine. */
  readonly needsFixtures?: boolean
  /** A Vitest run: each of its tests counts, from its JSON report. */
  readonly countsTests?: boolean
}

export interface Ended {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly seconds: number
  /** The last line of the check, or why it failed. */
  readonly summary: string
  readonly output: string
}

/** A fresh machine compiles Go modules for minutes before the first test. */
const leastGuardSeconds = 1_200
const guardTimes = 6

/** Only for checks that hang: a slow machine must never reach it. */
export function guardSeconds({ budgetSeconds }: Check): number {
  return Math.max(leastGuardSeconds, guardTimes * budgetSeconds)
}

export function suiteCheck(declaration: Declaration, form: 'gate' | 'quick'): Check {
  const { kind, name, budgetSeconds, isAlone, gateArgs, gateSeconds } = declaration
  const isPart = form === 'gate' && gateArgs.length > 0
  const args = isPart ? [...gateArgs, '--quick'] : ['--quick']
  return {
    name: `${kind}-${name}`,
    command: [join(root, 'bin', kind), name, ...args],
    budgetSeconds: isPart ? gateSeconds : budgetSeconds,
    isAlone,
    needsFixtures: true,
  }
}
