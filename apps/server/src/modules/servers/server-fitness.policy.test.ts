import { expect, test } from 'vitest'
import { type Condition, evaluateFitness } from './server-fitness.policy.ts'

const docker = { version: '28.5.2', apiVersion: '1.51', storageDriver: 'overlay2', rootless: false }
const good: Condition = {
  docker,
  neededDocker: null,
  dockerError: null,
  diskBytes: 100e9,
  diskFreeBytes: 50e9,
  clockSkewMs: 200,
  sudo: 'passwordless',
  username: 'deploy',
}
const error = (code: string) => ({ code, message: code, hint: code })
const codeOf = (change: Partial<Condition>, before: string | null = null) =>
  evaluateFitness({ ...good, ...change }, before)?.code ?? null

test('a good server has no problem', () => {
  expect(evaluateFitness(good, null)).toBeNull()
  expect(codeOf({ sudo: 'root' })).toBeNull()
})

test.each<[Partial<Condition>, string]>([
  [{ docker: null, dockerError: error('docker_missing') }, 'docker_missing'],
  [{ docker: null, dockerError: error('docker_socket_denied') }, 'docker_socket_denied'],
  [{ dockerError: error('docker_unreachable') }, 'docker_unreachable'],
  [{ dockerError: error('forwarding_forbidden') }, 'forwarding_forbidden'],
  [{ docker: { ...docker, version: '20.10.24+dfsg1' }, neededDocker: '25.0.2' }, 'docker_too_old'],
  [{ diskFreeBytes: 0.9e9 }, 'disk_full'],
  [{ diskBytes: 1e12, diskFreeBytes: 3e9 }, 'disk_full'],
  [{ diskFreeBytes: 4e9 }, 'disk_low'],
  [{ diskFreeBytes: 9e9 }, 'disk_low'],
  [{ clockSkewMs: -6_000 }, 'clock_skew'],
  [{ sudo: 'none' }, 'sudo_missing'],
])('%j is %s', (change, code) => {
  expect(codeOf(change)).toBe(code)
})

test('shows the most severe problem', () => {
  const all = { sudo: 'none', clockSkewMs: 9_000, diskFreeBytes: 1, dockerError: error('docker_missing') } as const
  expect(codeOf(all)).toBe('docker_missing')
  expect(codeOf({ ...all, dockerError: null })).toBe('disk_full')
  expect(codeOf({ ...all, dockerError: null, diskFreeBytes: 50e9 })).toBe('clock_skew')
})

test("an unread disk isn't a problem", () => {
  expect(codeOf({ diskBytes: 0, diskFreeBytes: 0 })).toBeNull()
})

test("a disk near the limit doesn't change the state with each check", () => {
  expect(codeOf({ diskFreeBytes: 5.5e9, diskBytes: 50e9 })).toBeNull()
  expect(codeOf({ diskFreeBytes: 5.5e9, diskBytes: 50e9 }, 'disk_low')).toBe('disk_low')
  expect(codeOf({ diskFreeBytes: 6.5e9, diskBytes: 50e9 }, 'disk_low')).toBeNull()
})
