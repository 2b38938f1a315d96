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
const authority = { directory: 'https://authority.example.com/dir', roots: null, email: 'ops@example.com' }
const system: SystemRoute = { hostname: 'dashboard.example.com', dial: '127.0.0.1:8460', tls: 'auto' }

function compile(routes: readonly CompiledRoute[], own: SystemRoute | null = null) {
  return JSON.parse(compileProxyConfiguration({ routes, system: own, authority }))
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

it('a name that needs an authority changes the table alone', () => {
  const { caddy, table } = compile([{ ...route, tls: 'auto' }])
  expect(caddy).toEqual(compile([]).caddy)
  expect(caddy.apps.longshore_keeper).toEqual({ directory: authority.directory, email: authority.email })
  expect(table[route.hostname]).toMatchObject({ tls: true, acme: true, mayIssue: true })
})

it('the dashboard is there without any route, and no route takes its hostname', () => {
  expect(compile([], system).table).toEqual({
    'dashboard.example.com': { dial: '127.0.0.1:8460', tls: true, forceHttps: true, acme: true, mayIssue: true },
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
