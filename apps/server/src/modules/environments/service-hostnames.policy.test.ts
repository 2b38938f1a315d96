import { expect, test } from 'vitest'
import { hostnamesByService, hostnameVariables } from './service-hostnames.policy.ts'

const attached = [
  { hostname: 'shop.203.0.113.5.sslip.io', service: 'web' },
  { hostname: 'shop.example.com', service: 'web' },
  { hostname: 'api.example.com', service: 'api' },
]

test('a service gets its own hostnames, its name, and localhost', () => {
  const values = hostnameVariables('web', hostnamesByService(attached))
  expect(values).toEqual([
    ['LONGSHORE_HOSTNAMES', 'shop.203.0.113.5.sslip.io,shop.example.com,web,localhost'],
    ['NG_ALLOWED_HOSTS', 'shop.203.0.113.5.sslip.io,shop.example.com,web,localhost'],
  ])
})

test('a service without a hostname gets no variable', () => {
  expect(hostnameVariables('worker', hostnamesByService(attached))).toEqual([])
})

test('allows any host when the hostnames do not fit into a variable', () => {
  const many = Array.from({ length: 9_000 }, (_, index) => ({ hostname: `a${index}.example.com`, service: 'web' }))
  const kept = hostnamesByService(many)
  expect(kept.web).toHaveLength(501)
  expect(new Map(hostnameVariables('web', kept)).get('NG_ALLOWED_HOSTS')).toBe('*')
})

test('a service named like an Object property has no hostnames', () => {
  expect(hostnameVariables('constructor', hostnamesByService(attached))).toEqual([])
})
