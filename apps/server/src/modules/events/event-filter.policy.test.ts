import { expect, test } from 'vitest'
import { brandId } from '../../platform/ids/brand.ts'
import { eventFilter } from './event-filter.policy.ts'

const audit = { kind: 'audit', projectId: null }
const change = { kind: 'project_updated', projectId: 'one' }

test('audit log entries reach only callers who can read the log, even if they ask for them', () => {
  expect(eventFilter({}, { seesAudit: true, projectIds: null })).toBeUndefined()
  const filter = eventFilter({}, { seesAudit: false, projectIds: null })
  expect([audit, change].map((event) => filter?.(event))).toEqual([false, true])
  expect(eventFilter({ kinds: 'audit' }, { seesAudit: false, projectIds: null })?.(audit)).toBe(false)
  expect(eventFilter({ kinds: 'audit' }, { seesAudit: true, projectIds: null })?.(audit)).toBe(true)
})

test('filters by project and by kind', () => {
  const ofProject = eventFilter({ projectId: brandId<'prj'>('one') }, { seesAudit: true, projectIds: null })
  expect([audit, change].map((event) => ofProject?.(event))).toEqual([false, true])
  const ofKind = eventFilter({ kinds: 'server_updated,project_updated' }, { seesAudit: true, projectIds: null })
  expect([audit, change].map((event) => ofKind?.(event))).toEqual([false, true])
})

test('a token limited to projects gets only their events, whatever it asks for', () => {
  const limited = { seesAudit: true, projectIds: new Set(['two']) }
  const mine = { kind: 'project_updated', projectId: 'two' }
  expect([audit, change, mine].map((event) => eventFilter({}, limited)?.(event))).toEqual([false, false, true])
  const foreign = eventFilter({ projectId: brandId<'prj'>('one') }, limited)
  expect([audit, change, mine].map((event) => foreign?.(event))).toEqual([false, false, false])
})
