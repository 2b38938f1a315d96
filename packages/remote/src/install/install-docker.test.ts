import { expect, test } from 'vitest'
import { readCandidate } from './install-docker.ts'

test('reads the candidate of apt-cache policy', () => {
  const text = 'docker.io:\n  Installed: (none)\n  Candidate: 26.1.5+dfsg1-9+b9\n  Version table:\n'
  expect(readCandidate(text)).toBe('26.1.5+dfsg1-9+b9')
  expect(readCandidate('docker.io:\n  Installed: (none)\n  Candidate: (none)\n')).toBeNull()
  expect(readCandidate('N: Unable to locate package docker.io\n')).toBeNull()
})
