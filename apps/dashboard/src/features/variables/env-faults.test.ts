import { ProblemError } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { envFaults } from './env-faults.ts'

const problem = (...errors: [pointer: string, message: string][]) =>
  new ProblemError(
    { code: 'validation_failed', errors: errors.map(([pointer, message]) => ({ pointer, message, code: 'invalid' })) },
    { status: 422 },
  )

it('names the line of each fault', () => {
  expect(
    envFaults(problem(['/env', 'line 2 has no ='], ['/env', 'A appears twice'], ['/env', 'A appears twice'])),
  ).toEqual([
    { message: 'Line 2 has no =.', line: 2 },
    { message: 'A appears twice.', line: null },
  ])
})

it('leaves errors about something else to the card', () => {
  expect(envFaults(problem(['/env', 'line 2 has no ='], ['/service', 'is unknown']))).toBeNull()
  expect(envFaults(problem())).toBeNull()
  expect(envFaults(new Error('no connection'))).toBeNull()
})
