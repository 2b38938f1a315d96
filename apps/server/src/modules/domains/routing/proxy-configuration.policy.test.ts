import { expect, it } from 'vitest'
import { type CompiledRoute, compileProxyConfiguration, type SystemRoute } from './proxy-configuration.policy.ts'
import { RouteOptions } from './route-options.schemas.ts'

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

it('a new hostname changes only the table, without a Caddy reload', () => {
  const one = compile([route])
  const two = compile([
    route,
    { ...route, hostname: 'other.example.com', tls: 'custom', certificate: { chain: 'c', key: 'k' } },
  ])
  expect(two.caddy).toEqual(one.caddy)
  expect(Object.keys(two.table.routes)).toEqual(['other.example.com', 'shop.example.com'])
  expect(two.table.routes['other.example.com'].certificate).toEqual({ chain: 'c', key: 'k' })
})

it('a hostname that needs an authority changes only the table', () => {
  const { caddy, table } = compile([{ ...route, tls: 'auto' }])
  expect(caddy).toEqual(compile([]).caddy)
  expect(caddy.apps.longshore_keeper).toEqual({ directory: authority.directory, email: authority.email })
  expect(table.routes[route.hostname]).toMatchObject({ tls: true, acme: true, mayIssue: true })
})

it('the dashboard exists without any route, and no route takes its hostname', () => {
  expect(compile([], system).table.routes).toEqual({
    'dashboard.example.com': { dial: '127.0.0.1:8460', tls: true, forceHttps: true, acme: true, mayIssue: true },
  })
  expect(compile([{ ...route, hostname: system.hostname }], system).table.routes[system.hostname].dial).toBe(
    '127.0.0.1:8460',
  )
})

it('the admin API is a socket, not a port, and our routing handles requests first', () => {
  const { caddy } = compile([route])
  expect(caddy.admin.listen).toMatch(/^unix\//)
  for (const server of Object.values<{ routes: { handle: { handler: string }[] }[] }>(caddy.apps.http.servers))
    expect(server.routes.map(({ handle }) => handle[0]?.handler)).toEqual(['longshore_routing'])
})

it("a hostname without TLS isn't redirected to it", () => {
  const { table } = compile([{ ...route, tls: 'off', forceHttps: true }])
  expect(table.routes[route.hostname]).toEqual({ environment: 'env_1', service: 'web' })
})

const domain = { isServed: true, mayIssue: true, cdn: null, reach: { token: 't', answer: 'a' } }

it('a domain has its options, and wins over an automatic hostname', () => {
  const options = RouteOptions.parse({
    rules: [{ from: '/a', match: 'prefix', to: '/b' }],
    hsts: {},
    signIns: [{ username: 'ann', salt: 's', hash: 'h' }],
    maxBodyBytes: 5,
    maintenancePage: '<b>',
    paths: [
      { path: '/api/v2', service: 'api', stripPrefix: true },
      { path: '/api', service: 'api', inheritAccess: false, timeoutSeconds: 5, allowedNetworks: ['10.0.0.0/8'] },
    ],
    isInMaintenance: true,
    errorPages: [{ status: 502, html: '<i>' }],
    rateLimit: { requests: 1, seconds: 2 },
    responseHeaders: { remove: ['Server'] },
  })
  const { table } = compile([{ ...route, service: 'shop', tls: 'auto', options, domain }, route])
  expect(table.routes[route.hostname]).toMatchObject({
    service: 'shop',
    redirects: [{ from: '/a', to: '/b', status: 308, isPrefix: true }],
    hsts: { maxAgeSeconds: 31_536_000 },
    basicAuth: [{ name: 'ann', salt: 's', hash: 'h' }],
    maxBodyBytes: 5,
    maintenance: { html: '<b>', isOn: true },
    errorPages: [{ status: 502, html: '<i>' }],
    rateLimit: { requests: 1, seconds: 2 },
    responseHeaders: { set: [], remove: ['Server'] },
    paths: [
      { path: '/api/v2', service: 'api', stripPrefix: true },
      { path: '/api', service: 'api', hasOwnAccess: true, timeoutSeconds: 5, allowedNetworks: ['10.0.0.0/8'] },
    ],
    reach: domain.reach,
  })
})

it('an unverified domain serves only its verification', () => {
  const { table } = compile([{ ...route, tls: 'auto', domain: { ...domain, isServed: false } }])
  expect(table.routes[route.hostname]).toEqual({
    environment: 'env_1',
    service: 'web',
    isHeld: true,
    reach: domain.reach,
  })
})

it('lists CDN networks once, and only those in use', () => {
  const behind = { ...route, domain: { ...domain, cdn: 'fast' } }
  const input = { routes: [behind, { ...behind, hostname: 'b.example.com' }], system: null }
  const networks = { fast: ['192.0.2.0/24'], other: ['198.51.100.0/24'] }
  const { table } = JSON.parse(compileProxyConfiguration({ ...input, authority, networks }))
  expect(table.networks).toEqual({ fast: ['192.0.2.0/24'] })
  expect(table.routes['b.example.com'].behind).toBe('fast')
})

it('the www counterpart redirects to https only if that works', () => {
  const led = { ...route, hostname: 'www.example.com', options: RouteOptions.parse({ redirectTo: 'example.com' }) }
  const target = (tls: CompiledRoute['tls']) =>
    compile([led, { ...route, hostname: 'example.com', tls }]).table.routes['www.example.com'].redirectTo
  expect([target('auto'), target('off')]).toEqual(['https://example.com', 'http://example.com'])
})

it('behind another reverse proxy it listens elsewhere, has no certificates, and trusts only that proxy', () => {
  const front = { listen: '127.0.0.1:8080', secureListen: null, trusted: ['127.0.0.1/32'] }
  const networks = { edge: ['198.51.100.0/24'] }
  const routes = [
    route,
    { ...route, hostname: 'cdn.example.com', tls: 'auto' as const, domain: { ...domain, cdn: 'edge' } },
  ]
  const { caddy, table } = JSON.parse(compileProxyConfiguration({ routes, system, authority, networks, front }))
  expect(Object.keys(caddy.apps.http.servers)).toEqual(['plain'])
  expect(caddy.apps.http.servers.plain.listen).toEqual(['127.0.0.1:8080'])
  expect(table.routes[system.hostname]).toEqual({ dial: '127.0.0.1:8460', behind: 'front-proxy' })
  expect(table.routes[route.hostname]).toEqual({ environment: 'env_1', service: 'web', behind: 'front-proxy' })
  expect(table.routes['cdn.example.com']).toMatchObject({ behind: 'front-proxy-edge' })
  expect(table.routes['cdn.example.com']).not.toHaveProperty('acme')
  expect(table.networks).toEqual({
    'front-proxy': ['127.0.0.1/32'],
    'front-proxy-edge': ['127.0.0.1/32', '198.51.100.0/24'],
  })
})

it('behind another reverse proxy that passes TLS through it has certificates, and trusts only the PROXY protocol of that one', () => {
  const front = { listen: '127.0.0.1:8080', secureListen: '127.0.0.1:8443', trusted: ['127.0.0.1/32'] }
  const { caddy, table } = JSON.parse(compileProxyConfiguration({ routes: [route], system, authority, front }))
  expect(caddy.apps.http.servers.secure).toMatchObject({
    listen: ['127.0.0.1:8443'],
    protocols: ['h1', 'h2'],
    listener_wrappers: [
      { wrapper: 'proxy_protocol', allow: ['127.0.0.1/32'], fallback_policy: 'SKIP' },
      { wrapper: 'tls' },
    ],
  })
  expect(table.routes[system.hostname]).toMatchObject({ tls: true, forceHttps: true, behind: 'front-proxy' })
})
