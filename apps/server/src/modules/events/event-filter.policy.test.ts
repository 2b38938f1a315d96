import { expect, test } from 'vitest'
import { brandId } from '../../platform/ids/brand.ts'
import { eventFilter } from './event-filter.policy.ts'

const audit = { kind: 'audit', projectId: null }
const change = { kind: 'project_updated', projectId: 'one' }

test('entries of the audit log reach only those who may read it, also when they ask for them', () => {
  expect(eventFilter({}, { seesAudit: true })).toBeUndefined()
  const filter = eventFilter({}, { seesAudit: false })
  expect([audit, change].map((event) => filter?.(event))).toEqual([false, true])
  expect(eventFilter({ kinds: 'audit' }, { seesAudit: false })?.(audit)).toBe(false)
  expect(eventFilter({ kinds: 'audit' }, { seesAudit: true })?.(audit)).toBe(true)
})

test('a project and kinds narrow it down', () => {
  const ofProject = eventFilter({ projectId: brandId<'prj'>('one') }, { seesAudit: true })
  expect([audit, change].map((event) => ofProject?.(event))).toEqual([false, true])
  const ofKind = eventFilter({ kinds: 'server_updated,project_updated' }, { seesAudit: true })
  expect([audit, change].map((event) => ofKind?.(event))).toEqual([false, true])
})
