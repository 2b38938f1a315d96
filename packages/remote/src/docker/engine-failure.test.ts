import { expect, test } from 'vitest'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { RemoteError } from '../ssh/index.ts'
import { EngineError } from './engine-error.ts'
import { toRuntimeError, translate } from './engine-failure.ts'

test.each([
  [500, 'context canceled'],
  [503, 'the daemon is shutting down'],
  [502, ''],
])('a response %i without a known meaning counts as unreachable Docker: %s', async (status, message) => {
  const failed = translate('container_start_failed', () => Promise.reject(new EngineError(status, message)))
  const error = await failed.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RemoteError)
  expect(error).toMatchObject({ code: 'docker_unreachable' })
  expect(String(error)).toContain(message)
})

test.each([
  ['write /var/lib/docker/x: no space left on device', 'disk_full'],
  [
    'driver failed programming external connectivity: Bind for 127.0.0.1:5432 failed: port is already allocated',
    'port_conflict',
  ],
  ['failed to create task for container: OCI runtime create failed: exec format error', 'container_start_failed'],
  ['unable to find user app: no matching entries in passwd file', 'container_start_failed'],
  ['Cannot mkdir: /srv/app is not a directory', 'container_start_failed'],
])('a 500 with a known meaning stays final: %s', (message, code) => {
  const error = toRuntimeError(new EngineError(500, message), 'engine_refused')
  expect(error).toBeInstanceOf(RuntimeError)
  expect(error).toMatchObject({ code })
})

test('a refusal is final, whatever its text', () => {
  expect(toRuntimeError(new EngineError(409, 'in use'), 'engine_refused')).toMatchObject({ code: 'engine_refused' })
})
