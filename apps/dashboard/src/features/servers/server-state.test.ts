import { expect, test } from 'vitest'
import { isWaitingForKey } from './server-state.ts'

const problem = (code: string) => ({ problem: { code, title: '', detail: '', hint: '' } })

test('waits for the key only after the server refused it', () => {
  expect(isWaitingForKey({ problem: null })).toBe(false)
  expect(isWaitingForKey(problem('connection_refused'))).toBe(false)
  expect(isWaitingForKey(problem('key_not_installed'))).toBe(true)
  expect(isWaitingForKey(problem('key_refused'))).toBe(true)
})
