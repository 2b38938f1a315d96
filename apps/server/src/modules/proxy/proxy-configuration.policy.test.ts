import { expect, it } from 'vitest'
import { type CompiledRoute, compileProxyConfiguration, type SystemRoute } from './proxy-configuration.policy.ts'

const route: CompiledRoute = {
  hostname: 'shop.example.com',
  environment: 'env_1',
  service: 'web',
  tls: 'internal',
  forceHttps: false,
  certificate: null,
}
const system: SystemRoute = { hostname: 'dashboard.example.com', dial: '127.0.0.1:8460', tls: 'auto' }

function compile(routes: readonly CompiledRoute[], own: SystemRoute | null = null) {
  return JSON.parse(compileProxyConfiguration({ routes, system: own }))
}

it('a new hostname changes the table alone: Caddy is not reloaded', () => {
  const one = compile([route])
  const two = compile([
    route,
    { ...route, hostname: 'other.example.com', tls: 'custom', certificate: { chain: 'c', key: 'k' } },
  ])
  expect(two.caddy).toEqual(one.caddy)
  expect(Object.keys(two.table)).toEqual(['other.example.com', 'shop.example.com'])
  expect(two.table['other.example.com'].certificate).toEqual({ chain: 'c', key: 'k' })
})

it('names that need an authority are told to Caddy, in one order', () => {
  const names = ['b.example.com', 'a.example.com'].map((hostname) => ({ ...route, hostname, tls: 'auto' }) as const)
  const { caddy } = compile(names)
  expect(caddy.apps.tls.certificates.automate).toEqual(['a.example.com', 'b.example.com'])
  expect(compile(names.toReversed()).caddy).toEqual(caddy)
})

it('the dashboard is there without any route, and no route takes its hostname', () => {
  expect(compile([], system).table).toEqual({
    'dashboard.example.com': { dial: '127.0.0.1:8460', tls: true, forceHttps: true },
  })
  expect(compile([{ ...route, hostname: system.hostname }], system).table[system.hostname].dial).toBe('127.0.0.1:8460')
})

it('the admin socket is no port, and nothing but our routing answers first', () => {
  const { caddy } = compile([route])
  expect(caddy.admin.listen).toMatch(/^unix\//)
  for (const server of Object.values<{ routes: { handle: { handler: string }[] }[] }>(caddy.apps.http.servers))
    expect(server.routes.map(({ handle }) => handle[0]?.handler)).toEqual(['longshore_routing'])
})

it('a hostname without TLS is not sent on to it', () => {
  const { table } = compile([{ ...route, tls: 'off', forceHttps: true }])
  expect(table[route.hostname]).toEqual({ environment: 'env_1', service: 'web' })
})
