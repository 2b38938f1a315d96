import { expect, test } from 'vitest'
import { toRunFailure } from './run-failure.ts'

const table = {
  known: { disk_full: { title: 'The disk is full', cause: 'Nothing fits any more.', hint: 'Free some.' } },
  unknown: { title: 'It failed', cause: 'A step failed.', hint: 'Try again.' },
}

test('a known code has the words of the table, and the error its own message', () => {
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

test('a hint of its own wins, and what was not undone is told', () => {
  const own = { code: 'disk_full', message: 'Full.', hint: 'Buy a disk.', notUndone: ['start', 'stop'] }
  expect(toRunFailure(own, table)).toMatchObject({ hint: 'Buy a disk.', detail: 'Full. Not undone: start, stop.' })
})

test.each(['other', 'constructor'])('the code %s, which nobody knows, has words too', (code) => {
  expect(toRunFailure({ code, message: 'No.' }, table)).toMatchObject({ code, title: 'It failed', detail: 'No.' })
})

test('an end without a reason says so, with the step where the run stood', () => {
  expect(toRunFailure(null, table, 'build')).toEqual({
    code: 'step_failed',
    title: 'It failed',
    detail: 'A step failed.',
    hint: 'Try again.',
    step: 'build',
  })
})

test('what a program left behind is kept', () => {
  const error = { code: 'disk_full', message: 'Full.', details: { exitCode: 0, logTail: 'last' } }
  expect(toRunFailure(error, table)).toMatchObject({ exitCode: 0, logTail: 'last' })
})
