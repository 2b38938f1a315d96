import type { ContainerSpec } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { isolatedContainer } from './isolated-runtime.remote.ts'

const spec: ContainerSpec = {
  name: 'longshore-svc_1',
  labels: { 'longshore.role': 'app' },
  image: 'sha256:1',
  command: null,
  environment: [],
  network: 'longshore-env_1',
  aliases: ['web'],
  volumes: [],
  memoryBytes: null,
  cpus: null,
  pids: 100,
  stopGraceSeconds: 10,
  restart: 'always',
}

test('a container of a drill has limits, publishes nothing, and gets no part of the server', () => {
  const whole = {
    ...spec,
    publishes: { port: 5432, loopbackPort: 15432 },
    grants: { hostMounts: [{ source: '/srv', path: '/srv', readOnly: false }] },
  }
  const isolated = isolatedContainer(whole, { 'longshore.drill': 'drl_1' })
  expect(isolated).not.toHaveProperty('publishes')
  expect(isolated).not.toHaveProperty('grants')
  expect(isolated.memoryBytes).toBeGreaterThan(0)
  expect(isolated.cpus).toBeGreaterThan(0)
  expect(isolated.labels).toEqual({ 'longshore.role': 'app', 'longshore.drill': 'drl_1' })
})

test('limits of the service stay', () => {
  expect(isolatedContainer({ ...spec, memoryBytes: 5, cpus: 0.5 }, {})).toMatchObject({ memoryBytes: 5, cpus: 0.5 })
})
