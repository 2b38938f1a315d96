import type { AttachedDomain } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { parsePaths, writePaths } from './path-lines.ts'

const known: AttachedDomain['paths'] = [
  {
    ...{ path: '/api', service: 'api', stripPrefix: true, inheritAccess: false, basicAuth: [{ username: 'ann' }] },
    ...{ maxBodyBytes: 5, timeoutSeconds: null, rateLimit: null, allowedNetworks: null },
    ...{ requestHeaders: null, responseHeaders: null },
  },
]

test('writes paths in the format that it parses', () => {
  const lines = '/api/v2 backend strip\n/api backend'
  expect(writePaths(parsePaths(lines, []))).toBe(lines)
  expect(parsePaths('\n  /a   b  \n', [])).toEqual([{ path: '/a', service: 'b', stripPrefix: false }])
})

test('a known path keeps its rules', () => {
  expect(parsePaths('/api backend\n/new web', known)).toEqual([
    { ...known[0], service: 'backend', stripPrefix: false },
    { path: '/new', service: 'web', stripPrefix: false },
  ])
  expect(parsePaths(writePaths(known), known)).toEqual(known)
})

test('keeps an incomplete path, so that its error is shown', () => {
  expect(parsePaths('/api', [])).toEqual([{ path: '/api', service: '', stripPrefix: false }])
})
