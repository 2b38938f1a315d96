import { expect, test } from 'vitest'
import { findRemoved } from './removed-services.ts'

const [web, db, cache] = ['web', 'db', 'cache'].map((name) => ({ id: `svc_${name}`, name })) as [never, never, never]

test('services that are missing afterward can be restored together', () => {
  expect(findRemoved([web, db, cache], [db])).toEqual({
    name: 'web, cache',
    items: [
      { kind: 'service', resourceId: 'svc_web' },
      { kind: 'service', resourceId: 'svc_cache' },
    ],
  })
})

test('a service with a new name is still there, and a new one is not removed', () => {
  expect(findRemoved([web], [{ id: 'svc_web', name: 'site' }, db])).toBeUndefined()
})

test('a service that was replaced by another one of its name was removed', () => {
  expect(findRemoved([web], [{ id: 'svc_other', name: 'web' }])).toMatchObject({ name: 'web' })
})
