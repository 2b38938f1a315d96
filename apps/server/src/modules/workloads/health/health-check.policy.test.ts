import { expect, test } from 'vitest'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { describeListening, healthProbeOf, healthTimingOf, isGoodStatus, lacksPort } from './health-check.policy.ts'

function service(kind: 'web' | 'worker', change: object) {
  return { kind, configuration: ServiceConfiguration.parse(change) }
}

test('a web service is probed over HTTP; a path that is not configured is a guess', () => {
  expect(healthProbeOf(service('web', { port: 3_000 }))).toEqual({
    type: 'http',
    port: 3_000,
    path: '/',
    isGuessed: true,
  })
  const stated = { port: 3_000, healthCheck: { type: 'http', path: '/up' } }
  expect(healthProbeOf(service('web', stated))).toEqual({ type: 'http', port: 3_000, path: '/up', isGuessed: false })
})

test('a guessed path accepts any status below 500, a configured path only 2xx and 3xx', () => {
  for (const status of [200, 302, 401, 404]) expect(isGoodStatus(status, { isGuessed: true })).toBe(true)
  for (const status of [500, 502, 503]) expect(isGoodStatus(status, { isGuessed: true })).toBe(false)
  for (const status of [200, 204, 301, 399]) expect(isGoodStatus(status, { isGuessed: false })).toBe(true)
  for (const status of [101, 400, 404, 500]) expect(isGoodStatus(status, { isGuessed: false })).toBe(false)
})

test('a command is its own probe, as text and as a list of arguments', () => {
  const text = service('worker', { healthCheck: { type: 'command', command: 'test -e /ok' } })
  expect(healthProbeOf(text)).toEqual({ type: 'command', command: 'test -e /ok' })
  const list = service('worker', { healthCheck: { type: 'command', command: ['test', '-e', '$(x)'] } })
  expect(healthProbeOf(list)).toEqual({ type: 'command', command: ['test', '-e', '$(x)'] })
})

test('a service without a probe has to stay up', () => {
  expect(healthProbeOf(service('worker', {}))).toEqual({ type: 'running' })
  expect(healthProbeOf(service('web', {}))).toEqual({ type: 'running' })
  const tcp = service('worker', { port: 25, healthCheck: { type: 'tcp' } })
  expect(healthProbeOf(tcp)).toEqual({ type: 'tcp', port: 25 })
})

test('time: the start period, then one interval per failure', () => {
  const healthCheck = { type: 'http', intervalSeconds: 2, retries: 3, startPeriodSeconds: 4, timeoutSeconds: 1 }
  expect(healthTimingOf(service('web', { healthCheck }))).toEqual({
    timeoutMs: 1_000,
    intervalMs: 2_000,
    budgetMs: 10_000,
  })
  expect(healthTimingOf(service('web', {})).budgetMs).toBe(70_000)
})

test.each([
  [[], 3_000, "It doesn't listen on any port."],
  [['127.0.0.1:3000'], 3_000, 'It listens on 127.0.0.1:3000; in a container it must listen on 0.0.0.0.'],
  [['0.0.0.0:8080', '127.0.0.1:9'], 3_000, 'It listens on 0.0.0.0:8080, 127.0.0.1:9, not on port 3000.'],
  [['[::]:3000'], 3_000, 'It listens on [::]:3000.'],
])('%j and port %i: %s', (listening, port, text) => {
  expect(describeListening(listening, port)).toBe(text)
})

test('a web service without a port could not be reached; a worker does not need one', () => {
  expect(lacksPort(service('web', {}))).toBe(true)
  expect(lacksPort(service('web', { port: 3_000 }))).toBe(false)
  expect(lacksPort(service('worker', {}))).toBe(false)
})
