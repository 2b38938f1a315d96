import { expect, it } from 'vitest'
import { newFile } from './file-values.ts'
import { findServiceFaults } from './service-faults.ts'
import { newService, type ServiceValues, toValues } from './service-values.ts'

const web = toValues(newService('web'))
const pointers = (change: Partial<ServiceValues>) =>
  findServiceFaults({ ...web, ...change }).map(({ pointer }) => pointer)
const container = (change: Partial<ServiceValues['container']>) => ({ container: { ...web.container, ...change } })

it('accepts a new service', () => {
  expect(pointers({})).toEqual([])
})

it('names the line of a list that can’t be read', () => {
  const [fault] = findServiceFaults({ ...web, ...container({ ulimits: 'nofile=1024\nnofile' }) })
  expect(fault).toMatchObject({ pointer: '/container/ulimits' })
  expect(fault?.message).toContain('line 2')
})

it('names a kernel parameter of the server', () => {
  const [fault] = findServiceFaults({ ...web, ...container({ sysctls: 'net.core.somaxconn=1\nvm.swappiness=3' }) })
  expect(fault).toMatchObject({ pointer: '/container/sysctls' })
  expect(fault?.message).toContain('vm.swappiness')
})

it('accepts an entrypoint as words or as a list, and no shell command after it', () => {
  expect(pointers(container({ entrypoint: 'tini -- sh -c "a b"' }))).toEqual([])
  expect(pointers(container({ entrypoint: '["tini", "--"]' }))).toEqual([])
  expect(pointers(container({ entrypoint: '["tini"' }))).toEqual(['/container/entrypoint'])
  expect(pointers({ ...container({ entrypoint: 'tini' }), command: 'npm start' })).toEqual(['/command'])
  expect(pointers({ ...container({ entrypoint: 'tini' }), command: '["npm", "start"]' })).toEqual([])
})

it('checks users, directories, signals, and the fields of files', () => {
  expect(pointers(container({ user: 'a b', workingDirectory: 'app', stopSignal: 'INT' }))).toEqual([
    '/container/workingDirectory',
    '/container/user',
    '/container/stopSignal',
  ])
  const files = [
    { ...newFile, path: 'app.conf', mode: 'rw' },
    { ...newFile, path: '/a' },
    { ...newFile, path: '/a ', origin: 'variable' as const, variable: 'a-b' },
  ]
  expect(pointers({ files })).toEqual(['/files/0/path', '/files/0/mode', '/files/2/path', '/files/2/variable'])
})

it('leaves databases alone, which have none of these fields', () => {
  expect(pointers({ kind: 'postgres', ...container({ ulimits: '?' }) })).toEqual([])
})
