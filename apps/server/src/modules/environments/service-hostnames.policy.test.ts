import { expect, test } from 'vitest'
import {
  hostnamesByService,
  hostnameVariables,
  publicUrls,
  servedHostnames,
  urlVariables,
} from './service-hostnames.policy.ts'

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

test('the main URL of a service is its first custom domain, and the first URL is that of the environment', () => {
  const routes = [
    { hostname: 'shop.example.com', url: 'https://shop.example.com', service: 'web', origin: 'domain' },
    { hostname: 'old.example.com', url: 'https://old.example.com', service: 'api', origin: 'domain' },
    { hostname: 'www.example.com', url: 'https://www.example.com', service: 'web', origin: 'domain' },
    { hostname: 'a.sslip.io', url: 'http://a.sslip.io', service: 'api', origin: 'automatic' },
    { hostname: 'b.sslip.io', url: 'http://b.sslip.io', service: 'web', origin: 'automatic' },
  ] as const
  const urls = publicUrls(servedHostnames(routes, ({ hostname }) => hostname.startsWith('old')))
  expect(urls).toEqual([
    { service: 'web', url: 'https://shop.example.com' },
    { service: 'api', url: 'http://a.sslip.io' },
  ])
  expect(urlVariables('api', urls)).toEqual([
    ['LONGSHORE_URL', 'http://a.sslip.io'],
    ['LONGSHORE_HOSTNAME', 'a.sslip.io'],
  ])
  expect(urlVariables('worker', urls)).toEqual([])
})
