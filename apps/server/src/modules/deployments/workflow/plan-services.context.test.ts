import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { ServiceBody } from '../../environments/services.schemas.ts'
import type { FrozenImage, FrozenService } from '../../workloads/release.schemas.ts'
import type { Release } from '../../workloads/worker.ts'
import type { FetchedPlan } from '../deployment-plan.schemas.ts'
import { planRebuilt } from './plan-services.context.ts'

const fetched: FetchedPlan = {
  builds: [
    {
      ...{ key: 'one', contentHash: 'new-hash', context: '.', dockerfile: { path: 'Dockerfile' }, target: null },
      ...{ arguments: [], secrets: [] },
    },
  ],
  buildOf: { web: 'one' },
  fromFile: {},
  texts: {},
  warnings: [],
}

const source = { builder: 'dockerfile' }

function frozen(name: string, kind: 'web' | 'worker' | 'postgres', image: Partial<FrozenImage> | null, more = {}) {
  const {
    name: _,
    kind: __,
    ...configuration
  } = ServiceBody.parse({
    name,
    kind,
    ...(kind === 'postgres' || 'sharesImageWith' in more ? {} : { source }),
    ...more,
  })
  const whole = { id: 'sha256:1', reference: 'lost', digest: null, contentHash: null, architecture: 'amd64' }
  const service: FrozenService = {
    ...{ serviceId: newId('svc'), name, kind, configuration, texts: {} },
    image: image === null ? null : { ...whole, sizeBytes: 1, isPulled: false, ...image },
  }
  return service
}

function planOf(...services: FrozenService[]) {
  const ids = { id: newId('rel'), deploymentId: newId('dep'), environmentId: newId('env'), serverId: newId('srv') }
  const release: Release = { ...ids, architecture: 'amd64', branch: 'main', commit: null, services, variables: [] }
  return planRebuilt(release, fetched).map(({ image }) => image)
}

test('images that were built are built again, and pulled ones are pulled by their digest', () => {
  const built = frozen('web', 'web', { contentHash: 'old-hash' }, { port: 80 })
  const pulled = frozen('cache', 'worker', { reference: 'redis:7', digest: 'redis@sha256:2' })
  const named = frozen('queue', 'worker', { reference: 'rabbitmq:4' })
  expect(planOf(built, pulled, named)).toEqual([
    { do: 'build', key: 'one', contentHash: 'new-hash' },
    { do: 'pull', reference: 'redis@sha256:2' },
    { do: 'pull', reference: 'rabbitmq:4' },
  ])
})

test('a shared image is shared, and a database has the image of its engine', () => {
  const shared = frozen('jobs', 'worker', { contentHash: 'old-hash' }, { sharesImageWith: 'web' })
  const [first, second] = planOf(shared, frozen('db', 'postgres', null))
  expect(first).toEqual({ do: 'share', service: 'web' })
  expect(second).toMatchObject({ do: 'engine', reference: expect.stringContaining('postgres') })
})

test('an image whose source is unknown is named', () => {
  expect(() => planOf(frozen('other', 'web', { contentHash: 'old-hash' }, { port: 80 }))).toThrow(/image of other/)
})
