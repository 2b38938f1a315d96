import { expect, test } from 'vitest'
import { evaluateAllowances } from './allowances.policy.ts'

test('lists each server, and warns about the Docker socket', () => {
  const media = { name: 'fsn-1', organization: 'Acme', socket: false, parts: 2 }
  expect(evaluateAllowances([])).toMatchObject({ status: 'ok' })
  expect(evaluateAllowances([media])).toEqual({ status: 'ok', text: 'fsn-1 of Acme allows 2 other parts' })
  const socket = { name: 'fsn-2', organization: 'Acme', socket: true, parts: 1 }
  expect(evaluateAllowances([media, socket])).toEqual({
    status: 'warning',
    text: 'fsn-1 of Acme allows 2 other parts; fsn-2 of Acme allows the Docker socket and 1 other part',
  })
})
