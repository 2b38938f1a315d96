import type { InstanceHealthCheck } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { sortChecks } from './sort-checks.ts'

function check(code: string, status: InstanceHealthCheck['status']): InstanceHealthCheck {
  return { code, group: 'Group', title: code, status, finding: '', remedy: null, command: null }
}

test('failed checks come before warnings, in the order of the report', () => {
  const sorted = sortChecks([
    check('a', 'passed'),
    check('b', 'warning'),
    check('c', 'failed'),
    check('d', 'skipped'),
    check('e', 'host_only'),
    check('f', 'failed'),
  ])
  expect(sorted.problems.map(({ code }) => code)).toEqual(['c', 'f', 'b'])
  expect(sorted.passed.map(({ code }) => code)).toEqual(['a'])
  expect(sorted.notChecked.map(({ code }) => code)).toEqual(['e', 'd'])
})
