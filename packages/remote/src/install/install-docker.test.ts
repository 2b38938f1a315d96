import { expect, test } from 'vitest'
import { majorOf, readCandidate } from './install-docker.ts'

test('the candidate of apt-cache policy', () => {
  const text = 'docker.io:\n  Installed: (none)\n  Candidate: 26.1.5+dfsg1-9+b9\n  Version table:\n'
  expect(readCandidate(text)).toBe('26.1.5+dfsg1-9+b9')
  expect(readCandidate('docker.io:\n  Installed: (none)\n  Candidate: (none)\n')).toBeNull()
  expect(readCandidate('N: Unable to locate package docker.io\n')).toBeNull()
})

test.each([
  ['26.1.5+dfsg1-9+b9', 26],
  ['20.10.24+dfsg1-1+deb12u1', 20],
  ['5:28.0.1-1~debian', 28],
  ['28.2.2-0ubuntu1', 28],
  ['nonsense', 0],
])('%s is release %i', (version, major) => {
  expect(majorOf(version)).toBe(major)
})
