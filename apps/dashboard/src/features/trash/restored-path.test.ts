import { expect, test } from 'vitest'
import { restoredPath } from './restored-path.ts'

test('opens the restored environment, project, and server', () => {
  expect(restoredPath({ kind: 'environment', resourceId: 'env_1', environmentId: 'env_1' })).toBe('/environments/env_1')
  expect(restoredPath({ kind: 'project', resourceId: 'prj_1', environmentId: null })).toBe('/projects/prj_1')
  expect(restoredPath({ kind: 'server', resourceId: 'srv_1', environmentId: null })).toBe('/servers/srv_1')
})

test('opens parts of an environment inside it', () => {
  const environmentId = 'env_1'
  expect(restoredPath({ kind: 'service', resourceId: 'svc_1', environmentId })).toBe(
    '/environments/env_1/services/svc_1',
  )
  expect(restoredPath({ kind: 'variables', resourceId: environmentId, environmentId })).toBe(
    '/environments/env_1/variables',
  )
  expect(restoredPath({ kind: 'attached_domain', resourceId: 'dom_1', environmentId })).toBe(
    '/environments/env_1/domains',
  )
  expect(restoredPath({ kind: 'backup', resourceId: 'bkp_1', environmentId })).toBe('/environments/env_1/backups')
})

test('opens the storage locations for a backup of a deleted environment', () => {
  expect(restoredPath({ kind: 'backup', resourceId: 'bkp_1', environmentId: null })).toBe('/backup-stores')
})
