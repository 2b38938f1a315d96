import { describe, expect, test } from 'vitest'
import type { Declaration } from '../suites/declarations.ts'
import { estimateSeconds, planAll, planChanged, planGate, rank, stillCounts } from './plan.ts'
import { SuiteFiles } from './suite-files.ts'

function declare(name: string, more: Partial<Declaration> = {}): Declaration {
  const base = {
    kind: 'suite',
    file: `e2e/suites/${name}.suite.ts`,
    title: '',
    tier: 'all',
    budgetSeconds: 60,
  } as const
  return { ...base, name, gateArgs: [], gateSeconds: 60, isAlone: false, topics: [], options: [], ...more }
}
const suites = [
  declare('auth', { tier: 'gate', gateArgs: ['otp'], gateSeconds: 20 }),
  declare('kills'),
  declare('hardening', { budgetSeconds: 300 }),
  declare('restore-kills'),
  declare('seeded-defects', { tier: 'manual' }),
]
const commandOf = (checks: readonly { name: string; command: readonly string[] }[], name: string) =>
  checks.find((each) => each.name === name)?.command.slice(1)

describe('the gate', () => {
  test('contains the gate suites with their own arguments', () => {
    const gate = planGate(suites)
    expect(commandOf(gate, 'suite-auth')).toEqual(['auth', 'otp', '--quick'])
    expect(gate.map(({ name }) => name)).not.toContain('suite-kills')
  })
})

describe('all', () => {
  test('contains every suite once in its quick form, except manual ones', () => {
    const names = planAll(suites).map(({ name }) => name)
    expect(commandOf(planAll(suites), 'suite-auth')).toEqual(['auth', '--quick'])
    expect(names.filter((name) => /^suite-(?!map)/.test(name)).toSorted()).toEqual([
      'suite-auth',
      'suite-hardening',
      'suite-kills',
      'suite-restore-kills',
    ])
  })
})

describe('a change', () => {
  test('sorts the suites first that its folders name first', () => {
    const files = [
      'apps/server/src/modules/backups/restores/restores.service.ts',
      'apps/server/src/platform/durable/loop.ts',
    ]
    const ranked = rank(suites, files)
    expect(ranked[0]).toMatchObject({
      name: 'restore-kills',
      reasons: ['apps/server/src/modules/backups/restores/', 'apps/server/src/platform/durable/'],
    })
    expect(ranked.map(({ name }) => name)).not.toContain('hardening')
  })

  test('of a suite itself selects that suite', () => {
    expect(planChanged(suites, ['e2e/suites/kills/undo.ts']).chosen).toMatchObject([{ name: 'kills' }])
  })

  test('that only the gate covers adds nothing', () => {
    expect(planChanged(suites, ['tools/ci/plan.ts', 'README.md']).chosen).toEqual([])
  })

  test('of unit tests adds nothing, because the gate runs them', () => {
    const files = [
      'apps/server/src/platform/durable/journal.test.ts',
      'apps/server/src/modules/backups/restores/restores.service.db.test.ts',
    ]
    expect(planChanged(suites, files).chosen).toEqual([])
  })

  test('replaces the gate form of a suite by its quick form', () => {
    const { checks } = planChanged(suites, ['apps/server/src/modules/accounts/sessions.ts'])
    expect(commandOf(checks, 'suite-auth')).toEqual(['auth', '--quick'])
    expect(checks.filter(({ name }) => name === 'suite-auth')).toHaveLength(1)
  })

  test('that affects everything leaves to --all what does not fit', () => {
    const long = Array.from({ length: 30 }, (_, index) => declare(`long-${index}`, { budgetSeconds: 600 }))
    const plan = planChanged([...suites, ...long], ['e2e/support/instance.ts'])
    expect(plan.left.length).toBeGreaterThan(0)
    expect(plan.plannedSeconds).toBeLessThanOrEqual(3_600)
    expect(plan.chosen.length + plan.left.length).toBe(34)
  })
})

describe('a check that passed before a change', () => {
  const source = (path: string, ...uses: string[]) => ({ path, text: uses.map((use) => `from '${use}'`).join(' ') })
  const files = new SuiteFiles([
    source('e2e/suites/kills.suite.ts', '../support/world.ts', './kills/undo.ts'),
    source('e2e/suites/hardening.suite.ts', './hardening/undo.ts'),
    source('e2e/suites/auth.suite.ts', './hardening/undo.ts'),
    source('e2e/suites/kills/undo.ts'),
    source('e2e/suites/hardening/undo.ts'),
    source('e2e/support/world.ts', '../fixtures/target.ts', 'child.ts'),
    source('e2e/support/child.ts'),
    source('e2e/fixtures/target.ts'),
    source('tools/ci/plan.ts'),
  ])
  test.each([
    ['suite-kills', ['tools/ci/plan.ts', 'README.md', 'e2e/full-run.json'], true],
    ['suite-auth', ['tools/ci/plan.ts', 'README.md', 'e2e/full-run.json'], true],
    ['suite-kills', ['e2e/suites/hardening/undo.ts'], true],
    ['suite-auth', ['e2e/suites/hardening/undo.ts'], false],
    ['suite-kills', ['e2e/suites/kills/undo.ts'], false],
    ['suite-kills', ['e2e/fixtures/target.ts'], false],
    ['suite-kills', ['e2e/support/child.ts'], false],
    ['suite-hardening', ['e2e/fixtures/target.ts'], true],
    ['suite-hardening', ['e2e/fixtures/images/Dockerfile'], false],
    ['suite-hardening', ['apps/server/src/modules/deployments/switch.ts'], true],
    ['suite-kills', ['apps/server/src/modules/deployments/switch.ts'], false],
    ['suite-auth', ['apps/server/src/modules/deployments/switch.ts'], false],
    ['unit-tests', ['README.md'], false],
  ])('%s after %j: %s', (checkName, changed, expected) => {
    expect(stillCounts(suites, files, { checkName, changed })).toBe(expected)
  })
})

test('two run at a time, except for those that run alone', () => {
  const check = (budgetSeconds: number, isAlone = false) => ({
    name: 'c',
    command: ['c'] as const,
    budgetSeconds,
    isAlone,
  })
  expect(estimateSeconds([check(100), check(50), check(50), check(30, true)])).toBe(130)
  expect(estimateSeconds([check(100), check(10)])).toBe(100)
})
