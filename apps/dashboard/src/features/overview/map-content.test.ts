import { expect, it } from 'vitest'
import { type MapSources, mapContent } from './map-content.ts'

const service = (name: string, kind: string, more: object = {}) => ({ id: `svc_${name}`, name, kind, ...more })
const sources = {
  environment: {
    id: 'env_1',
    services: [
      service('web', 'web', { replicas: 2, dependsOn: ['cache'] }),
      service('db', 'postgres'),
      service('cache', 'redis'),
    ],
    domains: [
      { hostname: 'shop.example', service: 'web', origin: 'automatic', domainId: null, settings: null },
      { hostname: 'old.example', service: 'gone', origin: 'automatic', domainId: null, settings: null },
    ],
  },
  instances: [{ serviceId: 'svc_web', state: 'running', health: null }],
  variables: [
    { service: 'web', key: 'DATABASE_URL', source: { kind: 'database', serviceId: 'svc_db' } },
    { service: 'web', key: 'PGHOST', source: { kind: 'database', serviceId: 'svc_db' } },
    { service: 'web', key: 'PORT', source: { kind: 'longshore', serviceId: null } },
  ],
  volumes: [{ serviceId: 'svc_db', name: 'data', path: null, sizeBytes: 5_000, isBackedUp: true }],
  metrics: {
    services: [
      {
        name: 'web',
        metrics: {
          networkReceivedBytesPerSecond: { values: [1, 2_000, null] },
          networkSentBytesPerSecond: { values: [1, 3_000, null] },
        },
      },
    ],
  },
} as unknown as MapSources

it('connects domains with services, services with databases, and databases with volumes, each once', () => {
  const { edges } = mapContent(sources)
  expect(edges.filter(({ to }) => to !== '').map(({ from, to }) => `${from} → ${to}`)).toEqual([
    'domain shop.example → svc_web',
    'svc_web → svc_db',
    'svc_web → svc_cache',
    'svc_db → volume svc_db data',
  ])
})

it('shows state, size, and measured traffic', () => {
  const { nodes } = mapContent(sources)
  const found = (id: string) => nodes.find((node) => node.id === id)
  expect(found('svc_web')).toMatchObject({
    kind: 'service',
    status: { tone: 'good', label: 'Running' },
    traffic: { received: '2.0 KB/s', sent: '3.0 KB/s', bytesPerSecond: 5_000 },
    to: '/environments/env_1/services/svc_web',
  })
  expect(found('svc_db')).toMatchObject({ kind: 'database', traffic: null })
  expect(found('volume svc_db data')).toMatchObject({ label: 'data', note: '5.0 KB', status: { label: 'Backed up' } })
})
