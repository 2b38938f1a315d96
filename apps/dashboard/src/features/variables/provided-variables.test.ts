import type { ContainerVariable } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { providedBy, replacedVariables } from './provided-variables.ts'

const database = { kind: 'database', service: 'db', serviceId: 'svc_1' } as const
const longshore = { kind: 'longshore', service: null, serviceId: null } as const

function item(service: string, key: string, change: Partial<ContainerVariable> = {}): ContainerVariable {
  return { service, key, value: 'x', secret: false, source: longshore, replaces: null, ...change }
}

test('shows a variable that all services get once', () => {
  const items = ['web', 'jobs'].map((service) => item(service, 'PGHOST', { source: database }))
  expect(providedBy('database', items)).toMatchObject([{ key: 'PGHOST', services: null }])
})

test('names the services when values differ or not all get it', () => {
  const items = [item('web', 'PORT', { value: '3000' }), item('api', 'PORT', { value: '8080' }), item('web', 'HOSTS')]
  expect(providedBy('longshore', items)).toMatchObject([
    { key: 'HOSTS', services: ['web'] },
    { key: 'PORT', value: '3000', services: ['web'] },
    { key: 'PORT', value: '8080', services: ['api'] },
  ])
})

test('lists what a variable that someone set replaces', () => {
  const source = { kind: 'variable', service: null, serviceId: null } as const
  const items = [item('web', 'DATABASE_URL', { source, replaces: database }), item('web', 'MODE', { source })]
  expect(replacedVariables(items)).toEqual([{ key: 'DATABASE_URL', service: null, database: 'db' }])
})
