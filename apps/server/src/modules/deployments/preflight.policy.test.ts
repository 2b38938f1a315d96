import { expect, test } from 'vitest'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { buildLimits, findRefusal } from './preflight.policy.ts'

const facts = { architecture: 'amd64', cpus: 2, memoryBytes: 2e9, memoryAvailableBytes: 1.5e9, diskFreeBytes: 2e10 }
const settings = {
  buildTimeMs: 1,
  buildOutputBytes: 2,
  buildPids: 3,
  diskReserveBytes: 1e9,
  memoryReserveBytes: 3e8,
}
const open = { memoryBytes: null, cpus: null }
const image = {
  id: 'sha256:1',
  reference: 'x',
  digest: null,
  contentHash: null,
  architecture: 'arm64',
  sizeBytes: 1,
  isPulled: false,
}
const service = (memoryBytes: number | null, replicas = 1) => ({
  name: 'web',
  configuration: ServiceConfiguration.parse({ resources: { memoryBytes }, replicas }),
  image: { do: 'pull', reference: 'x' } as const,
})

test('accepts a server with enough room', () => expect(findRefusal(facts, [service(5e8)], settings)).toBeNull())

test.each([
  ['disk_full', { ...facts, diskFreeBytes: 5e8 }, [service(null)]],
  ['not_enough_memory', facts, [service(1e9, 3)]],
  ['architecture_mismatch', facts, [{ ...service(null), image: { do: 'reuse', image } as const }]],
])('rejects %s before anything is done', (code, server, services) => {
  expect(findRefusal(server, services, settings)).toMatchObject({ code })
})

test('a build gets what is free minus the reserve, and never nothing', () => {
  expect(buildLimits(facts, settings, open)).toMatchObject({ memoryBytes: 1.2e9, cpus: 1.5, pids: 3 })
  expect(buildLimits(facts, settings, { memoryBytes: 1e9, cpus: 8 })).toMatchObject({ memoryBytes: 1e9, cpus: 2 })
  expect(buildLimits({ ...facts, cpus: 1, memoryAvailableBytes: 1e8 }, settings, open)).toMatchObject({
    memoryBytes: 256 * 1024 ** 2,
    cpus: 0.75,
  })
})
