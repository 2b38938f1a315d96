import { ConnectionError, ProblemError } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { parseInstanceUrl } from './connection/instance-url.ts'
import { toErrorReport } from './errors.ts'
import { CliError, exitCodeOf } from './exit-codes.ts'

const problem = (status: number, code: string, more = {}) => new ProblemError({ code, ...more }, { status })

test('each kind of failure has its exit code', () => {
  expect(exitCodeOf(new CliError('usage', 'x'))).toBe(2)
  expect(exitCodeOf(problem(401, 'unauthenticated'))).toBe(3)
  expect(exitCodeOf(problem(403, 'recent_sign_in_required'))).toBe(3)
  expect(exitCodeOf(problem(404, 'not_found'))).toBe(4)
  for (const status of [400, 403, 409, 412, 422]) expect(exitCodeOf(problem(status, 'x'))).toBe(5)
  for (const status of [429, 500, 503]) expect(exitCodeOf(problem(status, 'x'))).toBe(1)
  expect(exitCodeOf(new ConnectionError('x'))).toBe(6)
  expect(exitCodeOf(new ProblemError({}, { status: 404 }))).toBe(6)
  expect(exitCodeOf(new Error('x'))).toBe(1)
})

test('reports a problem with its page, but only a page of the instance', () => {
  const url = 'https://deploy.example.com'
  expect(toErrorReport(problem(409, 'x', { type: '/problems/not_found' }), url).page).toBe(`${url}/problems/not_found`)
  expect(toErrorReport(problem(409, 'x', { type: 'https://evil.example/' }), url).page).toBeUndefined()
})

test('normalizes the URL of an instance', () => {
  expect(parseInstanceUrl('deploy.example.com')).toBe('https://deploy.example.com')
  expect(parseInstanceUrl('http://localhost:8460/')).toBe('http://localhost:8460')
  for (const bad of ['ftp://x', 'https://user:pass@x', 'https://'])
    expect(() => parseInstanceUrl(bad)).toThrow("isn't an instance URL")
})
