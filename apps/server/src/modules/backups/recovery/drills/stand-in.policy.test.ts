import { expect, test } from 'vitest'
import { encodeId, newId } from '../../../../platform/ids/type-id.ts'
import { standInsFor } from './stand-in.policy.ts'

test('stand-ins are stable, differ for each drill, and lead back to the service', () => {
  const [environment, other, service, second] = [newId('env'), newId('env'), newId('svc'), newId('svc')]
  const standIns = standInsFor(environment, [service, second])
  const standIn = standIns.of(service)
  expect(standInsFor(environment, [service]).of(service)).toBe(standIn)
  expect(standInsFor(other, [service]).of(service)).not.toBe(standIn)
  expect(standIns.of(second)).not.toBe(standIn)
  expect(standIn).not.toBe(service)
  expect(standIns.origin(standIn)).toBe(service)
  expect(encodeId('svc', standIn)).toMatch(/^svc_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
})
