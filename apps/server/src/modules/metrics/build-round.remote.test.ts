import type { ContainerReading, ServerReading } from '@longshore/remote/metrics'
import { expect, test } from 'vitest'
import { brandId } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { buildRound } from './build-round.remote.ts'

const environment = encodeId('env', brandId('01990000-0000-7000-8000-000000000001'))
const service = encodeId('svc', brandId('01990000-0000-7000-8000-000000000002'))
const labels = { 'longshore.environment': environment, 'longshore.service-id': service, 'longshore.service': 'web' }

function reading(atSeconds: number, containers: Partial<ContainerReading>[], busyTicks = 0): ServerReading {
  return {
    atMs: atSeconds * 1_000,
    host: {
      cpus: 4, busyTicks, totalTicks: atSeconds * 400, memoryBytes: 4e9, memoryUsedBytes: 1e9, load: 0.5,
      receivedBytes: atSeconds * 1_000, sentBytes: 0,
    }, // biome-ignore format: a table
    disk: { diskBytes: 100e9, diskFreeBytes: 60e9 },
    containers: containers.map((each) => ({
      id: 'a', labels, isRestarting: false, restarts: null, atMs: atSeconds * 1_000, memoryBytes: 1_024,
      memoryLimitBytes: 0, pids: 3, counters: counters(0), ...each,
    })), // biome-ignore format: a table
  }
}

function counters(cpuSeconds: number) {
  return { cpuNs: cpuSeconds * 1e9, receivedBytes: 0, sentBytes: 0, readBytes: 0, writtenBytes: 0 }
}

test('the first measurement reads the counters, the second computes the usage', () => {
  const first = buildRound(undefined, reading(0, [{ counters: counters(100) }]))
  expect(first.found).toEqual([])
  const { found } = buildRound(first.memory, reading(10, [{ counters: counters(105) }], 1_000))
  const [server, web] = found
  expect(server?.values.slice(0, 2)).toEqual([1_000, 4])
  expect(server?.values[6]).toBe(1_000)
  expect(web?.key.service).toBe('web')
  expect(web?.values[0]).toBe(500)
})

test('counts a restarted container from zero, and reports its restarts', () => {
  const { memory } = buildRound(undefined, reading(0, [{ counters: counters(100), restarts: 2 }]))
  const { found } = buildRound(memory, reading(10, [{ counters: counters(1), restarts: 5 }]))
  expect(found.at(-1)?.values[0]).toBe(100)
  expect(found.at(-1)?.values[8]).toBe(3)
})

test('an old and a new release of one service are one line', () => {
  const { memory } = buildRound(undefined, reading(0, [{ id: 'old' }]))
  const both = [
    { id: 'old', counters: counters(1) },
    { id: 'new', counters: counters(2) },
  ]
  const { found } = buildRound(memory, reading(10, both))
  expect(found).toHaveLength(2)
  expect(found.at(-1)?.values[0]).toBe(300)
})

test.each([
  [{ ...labels, 'longshore.service': "web'; drop" }],
  [{ ...labels, 'longshore.environment': 'env_x' }],
  [{ ...labels, 'longshore.slot': '-1' }],
  [{}],
])("ignores labels that aren't ours: %j", (strange) => {
  const { memory } = buildRound(undefined, reading(0, []))
  expect(buildRound(memory, reading(10, [{ labels: strange }])).found).toHaveLength(1)
})
