import { expect, test } from 'vitest'
import { toRunFailure } from './run-failure.ts'

const table = {
  known: { disk_full: { title: 'The disk is full', cause: 'Nothing fits any more.', hint: 'Free some.' } },
  unknown: { title: 'It failed', cause: 'A step failed.', hint: 'Try again.' },
}

test("uses the texts of the table for a known code, and the error's own message", () => {
  const error = { code: 'disk_full', message: '/var has 0 bytes.', step: 'plan' }
  expect(toRunFailure(error, table)).toEqual({
    code: 'disk_full',
    title: 'The disk is full',
    detail: '/var has 0 bytes.',
    hint: 'Free some.',
    step: 'plan',
  })
  expect(toRunFailure({ ...error, message: '' }, table).detail).toBe('Nothing fits any more.')
})

test("prefers the error's own hint, and lists steps that weren't undone", () => {
  const own = { code: 'disk_full', message: 'Full.', hint: 'Buy a disk.', notUndone: ['start', 'stop'] }
  expect(toRunFailure(own, table)).toMatchObject({ hint: 'Buy a disk.', detail: 'Full. Not undone: start, stop.' })
})

test.each(['other', 'constructor'])('has texts for the unknown code %s', (code) => {
  expect(toRunFailure({ code, message: 'No.' }, table)).toMatchObject({ code, title: 'It failed', detail: 'No.' })
})

test("reports an end without a reason with the run's current step", () => {
  expect(toRunFailure(null, table, 'build')).toEqual({
    code: 'step_failed',
    title: 'It failed',
    detail: 'A step failed.',
    hint: 'Try again.',
    step: 'build',
  })
})

test('keeps the output of a program', () => {
  const error = { code: 'disk_full', message: 'Full.', details: { exitCode: 0, logTail: 'last' } }
  expect(toRunFailure(error, table)).toMatchObject({ exitCode: 0, logTail: 'last' })
})
