import { expect, test } from 'vitest'
import { whereOf } from './where-of.ts'

const projects = [{ id: 'prj_1', name: 'shop', environments: [{ id: 'env_1', name: 'production' }] }]
const place = { projectId: 'prj_1', environmentId: 'env_1' }

test('names the project and the environment of variables, hostnames, and backups', () => {
  expect(whereOf({ kind: 'variables', ...place }, projects)).toBe('shop / production')
  expect(whereOf({ kind: 'attached_domain', ...place }, projects)).toBe('shop / production')
  expect(whereOf({ kind: 'backup', ...place }, projects)).toBe('shop / production')
})

test('names only the project of an environment, and of a service, whose name has the environment', () => {
  expect(whereOf({ kind: 'environment', ...place }, projects)).toBe('shop')
  expect(whereOf({ kind: 'service', ...place }, projects)).toBe('shop')
})

test('names the project if the environment was deleted', () => {
  expect(whereOf({ kind: 'backup', projectId: 'prj_1', environmentId: 'env_2' }, projects)).toBe('shop')
})

test('names nothing for what belonged to the organization or to a deleted project', () => {
  expect(whereOf({ kind: 'project', projectId: 'prj_1', environmentId: null }, projects)).toBeUndefined()
  expect(whereOf({ kind: 'registry', projectId: null, environmentId: null }, projects)).toBeUndefined()
  expect(whereOf({ kind: 'environment', projectId: 'prj_2', environmentId: 'env_9' }, projects)).toBeUndefined()
})
