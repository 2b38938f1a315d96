import { expect, test } from 'vitest'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { toContainerOptions } from './container-options.mapper.ts'

const app = { isOwnCommand: false }
const containerOf = (container: object | null) => ServiceConfiguration.parse({ container }).container

test('settings that leave everything to the image add no option, so running containers stay the same', () => {
  expect(toContainerOptions(containerOf(null), app)).toBeUndefined()
  expect(toContainerOptions(containerOf({}), app)).toBeUndefined()
})

test('passes on what is set', () => {
  const container = {
    ...{ entrypoint: ['/e'], user: '1000:1000', workingDirectory: '/srv', init: false, stopSignal: 'SIGINT' },
    ...{ readOnly: true, sharedMemoryBytes: 1_048_576, sysctls: { 'net.core.somaxconn': '1024' } },
    ulimits: [{ name: 'nofile', soft: 1, hard: 2 }],
    memoryFolders: [{ path: '/tmp', sizeBytes: 4_096, mode: '1777', uid: 0, gid: null }],
  }
  expect(toContainerOptions(containerOf(container), app)).toEqual(container)
})

test('a command of its own ignores the entrypoint, but runs as the same user', () => {
  const container = containerOf({ entrypoint: ['/e'], user: 'node' })
  expect(toContainerOptions(container, { isOwnCommand: true })).toEqual({ user: 'node' })
})
