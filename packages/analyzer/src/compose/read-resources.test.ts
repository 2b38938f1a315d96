import { expect, test } from 'vitest'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { readCompose } from './read-compose.ts'
import { parseDurationMs } from './read-durations.ts'
import { parseBytes } from './read-sizes.ts'

async function read(yaml: string) {
  const text = `services:\n  app:\n    image: nginx\n    ${yaml}\n`
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text })), '.')
  const [service] = reading?.services ?? []
  const notes = reading?.warnings.map(({ code, line }) => `${code} ${line}`) ?? []
  return { service, notes }
}

const none = { memoryBytes: null, cpus: null, pids: null }
const changed = 'compose_value_changed 4'
const invalid = 'compose_value_invalid 4'

test.each([
  ['512m', 536_870_912],
  ['1g', 1_073_741_824],
  ['1.5gb', 1_610_612_736],
  ['16 MiB', 16_777_216],
  ['2048k', 2_097_152],
  ['100b', 100],
  ['12345', 12_345],
  ['-1', null],
  ['1x', null],
  ['', null],
])('reads the size %s', (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes)
})

test.each([
  ['1m30s', 90_000],
  ['2h', 7_200_000],
  ['1.5s', 1_500],
  ['500ms', 500],
  ['0', 0],
  ['0s', 0],
  ['1w2d', 777_600_000],
  ['30', null],
  ['1m 30s', null],
  ['-1s', null],
  ['', null],
])('reads the duration %s', (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms)
})

test.each([
  ['mem_limit: 512m', { ...none, memoryBytes: 536_870_912 }],
  ['cpus: 0.5', { ...none, cpus: 0.5 }],
  ['cpus: "2"', { ...none, cpus: 2 }],
  ['pids_limit: 200', { ...none, pids: 200 }],
  [
    'deploy: { resources: { limits: { memory: 1G, cpus: "0.25", pids: 64 } } }',
    { memoryBytes: 1_073_741_824, cpus: 0.25, pids: 64 },
  ],
  [
    'deploy: { resources: { limits: { memory: 1G } } }\n    mem_limit: 16m\n    cpus: 3',
    { ...none, memoryBytes: 1_073_741_824, cpus: 3 },
  ],
])('keeps the limits of %s', async (yaml, expected) => {
  const { service, notes } = await read(yaml)
  expect(service?.resources).toEqual(expected)
  expect(notes).toEqual([])
})

test.each([
  ['mem_limit: 0', []],
  ['mem_limit: -1', []],
  ['cpus: 0', []],
  ['pids_limit: -1', [changed]],
  ['mem_limit: 4m', [invalid]],
  ['mem_limit: ${MEMORY}', [invalid]],
  ['cpus: 0.01', [invalid]],
  ['cpus: 1e3', [invalid]],
  ['pids_limit: 2', [invalid]],
])('sets no limit for %s', async (yaml, expected) => {
  const { service, notes } = await read(yaml)
  expect(service).toBeDefined()
  expect(service?.resources).toBeUndefined()
  expect(notes).toEqual(expected)
})

test.each([
  ['scale: 3', 3, []],
  ['deploy: { replicas: 2 }', 2, []],
  ['deploy: { replicas: 2 }\n    scale: 5', 2, []],
  ['deploy: { replicas: "${N:-4}" }', 4, []],
  ['scale: 500', 50, [changed]],
  ['scale: many', undefined, [invalid]],
])('reads the number of containers of %s', async (yaml, replicas, expected) => {
  const { service, notes } = await read(yaml)
  expect(service?.replicas).toBe(replicas)
  expect(notes).toEqual(expected)
})

test('leaves out a service with 0 replicas', async () => {
  const { service, notes } = await read('deploy: { replicas: 0 }')
  expect(service).toBeUndefined()
  expect(notes).toEqual(['compose_service_left_out 2'])
})

test.each([
  ['stop_grace_period: 1m30s', 90, []],
  ['stop_grace_period: 0s', 0, []],
  ['stop_grace_period: 1500ms', 2, [changed]],
  ['stop_grace_period: 2h', 3_600, [changed]],
  ['stop_grace_period: 30', undefined, [invalid]],
])('reads %s', async (yaml, seconds, expected) => {
  const { service, notes } = await read(yaml)
  expect(service?.drainSeconds ?? undefined).toBe(seconds)
  expect(notes).toEqual(expected)
})

const times = { intervalSeconds: null, timeoutSeconds: null, retries: null, startPeriodSeconds: null }

test.each([
  [
    'interval: 1m30s, timeout: 10s, retries: 5, start_period: 40s',
    { intervalSeconds: 90, timeoutSeconds: 10, retries: 5, startPeriodSeconds: 40 },
    [],
  ],
  ['interval: 500ms', { intervalSeconds: 1 }, [changed]],
  ['interval: 1h, timeout: 1h', { intervalSeconds: 300, timeoutSeconds: 120 }, [changed, changed]],
  ['interval: 0s, retries: 0, start_period: 0s', { startPeriodSeconds: 0 }, []],
  ['retries: 1000', { retries: 100 }, [changed]],
  ['start_period: 2h', { startPeriodSeconds: 1_800 }, [changed]],
  ['start_interval: 1s', {}, ['compose_key_ignored 4']],
  ['interval: soon, retries: few', {}, [invalid, invalid]],
])('reads the times of a health check with %s', async (yaml, expected, codes) => {
  const { service, notes } = await read(`healthcheck: { test: "nc -z x 1", ${yaml} }`)
  expect(service?.healthCheck).toEqual({ type: 'command', path: null, command: 'nc -z x 1', ...times, ...expected })
  expect(notes).toEqual(codes)
})

test('says that times without a test are left out', async () => {
  const { service, notes } = await read('healthcheck: { interval: 10s }')
  expect(service?.healthCheck).toBeUndefined()
  expect(notes).toEqual([invalid])
})
