import { expect, test } from 'vitest'
import { readFailure } from './read-failure.ts'

test.each([
  ["fatal: repository 'https://h/x/' not found", 'refs', 'repository_not_found'],
  ["fatal: Authentication failed for 'https://h/x/'", 'refs', 'repository_access_denied'],
  ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'refs', 'repository_access_denied'],
  ["fatal: unable to access 'https://h/x/': The requested URL returned error: 302", 'refs', 'repository_moved'],
  ["fatal: unable to access 'https://h/x/': The requested URL returned error: 503", 'refs', 'host_failed'],
  ["fatal: unable to access 'https://h/x/': Could not resolve host: h", 'refs', 'host_unreachable'],
  ["fatal: couldn't find remote ref refs/heads/x", 'branch', 'branch_not_found'],
  ['fatal: remote error: upload-pack: not our ref 0000', 'commit', 'commit_not_found'],
  ['remote: fatal: Authentication failed for\nfatal: early EOF', 'refs', 'repository_unreadable'],
  ['fatal: remote error: no\nfatal: Authentication failed for', 'refs', 'repository_unreadable'],
  ['', 'refs', 'repository_unreadable'],
] as const)('%j asked for %s is %s', (stderr, askedFor, code) => {
  expect(readFailure(stderr, askedFor)).toBe(code)
})
