import { expect, test } from 'vitest'
import { brandId } from '../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { buildDeadlineMs } from './build-deadline.policy.ts'
import type { PlannedImage, PlannedService } from './deployment-plan.schemas.ts'

const service = (image: PlannedImage): PlannedService => ({
  serviceId: brandId<'svc'>('01900000-0000-7000-8000-000000000001'),
  name: 'web',
  kind: 'web',
  configuration: ServiceConfiguration.parse({}),
  texts: {},
  image,
  start: 'beside',
})
const build = (key: string) => service({ do: 'build', key, contentHash: key })
const limits = { memoryBytes: 1, cpus: 1, pids: 1, timeMs: 86_400_000, outputBytes: 1, diskReserveBytes: 1 }

test('the step outlives the limit of every build in it, including the longest that can be set', () => {
  const services = [build('app'), build('admin'), service({ do: 'share', service: 'web' })]
  expect(buildDeadlineMs({ services, limits })).toBeGreaterThan(2 * limits.timeMs)
})

test('an image that two services build in the same way counts once', () => {
  const once = buildDeadlineMs({ services: [build('app')], limits })
  expect(buildDeadlineMs({ services: [build('app'), build('app')], limits })).toBe(once)
})

test('without a build, there is time to pull', () => {
  expect(buildDeadlineMs({ services: [service({ do: 'pull', reference: 'x' })], limits })).toBe(3_600_000)
})
