import { expect, it } from 'vitest'
import { canTake, findShortage, testMemoryBytes } from './capacity.policy.ts'

const gigabyte = 1 << 30
const manifest = { engine: 'postgres', plainBytes: gigabyte } as const
const ample = { diskFreeBytes: 10 * gigabyte, memoryAvailableBytes: 4 * gigabyte }

it('accepts a server with enough free space', () => {
  expect(findShortage(manifest, ample, { keepDiskBytes: gigabyte })).toBeNull()
})

it('respects the space that must stay free', () => {
  const capacity = { ...ample, diskFreeBytes: 3 * gigabyte }
  expect(findShortage(manifest, capacity, { keepDiskBytes: gigabyte })?.code).toBe('not_enough_disk')
  expect(findShortage(manifest, capacity, { keepDiskBytes: 0 })).toBeNull()
})

it('requires memory for data that is held in memory', () => {
  const capacity = { ...ample, memoryAvailableBytes: gigabyte }
  expect(findShortage(manifest, capacity, { keepDiskBytes: 0 })).toBeNull()
  expect(findShortage({ ...manifest, engine: 'redis' }, capacity, { keepDiskBytes: 0 })?.code).toBe('not_enough_memory')
})

it('a restore test takes at most half of the free memory, and never less than it needs', () => {
  expect(testMemoryBytes(manifest, ample)).toBe(512 << 20)
  expect(testMemoryBytes(manifest, { ...ample, memoryAvailableBytes: 600 << 20 })).toBe(300 << 20)
  expect(testMemoryBytes(manifest, { ...ample, memoryAvailableBytes: 200 << 20 })).toBe(192 << 20)
})

it.each([
  ['postgres', '17', '17.6', true],
  ['postgres', '17.2', '17.6', true],
  ['postgres', '17', '16.9', true],
  ['postgres', '16', '17.1', false],
  ['mariadb', '11.4', '10.11.6', true],
  ['mariadb', '10.11', '11.4.2', false],
  ['mariadb', '11.2', '11.4.2', false],
  ['postgres', '', '17', true],
  ['redis', 'latest', '7.2', true],
] as const)('%s of %j accepts a dump of %j: %s', (engine, running, dumped, expected) => {
  expect(canTake(engine, running, dumped)).toBe(expected)
})
