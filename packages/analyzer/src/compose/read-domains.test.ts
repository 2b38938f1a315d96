import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

async function read(keys: object) {
  const text = JSON.stringify({ services: { web: { image: 'nginx:1.29', ...keys } } })
  const { domains, warnings, services } = await analyze(treeOf({ 'compose.yaml': text }))
  const [web] = services
  return { domains: domains.map(({ hostname, path }) => [hostname, path]), warnings, service: domains[0]?.service, web }
}

test.each([
  ['Host(`shop.example.com`)', [['shop.example.com', null]]],
  [
    'Host("Shop.Example.com") || Host(`www.shop.example.com`)',
    [
      ['shop.example.com', null],
      ['www.shop.example.com', null],
    ],
  ],
  [
    'Host(`a.example.com`, `b.example.com`)',
    [
      ['a.example.com', null],
      ['b.example.com', null],
    ],
  ],
  ['Host(`shop.example.com`) && PathPrefix(`/api`)', [['shop.example.com', '/api']]],
  ['Host(`shop.example.com`) && !PathPrefix(`/api`)', []],
  ['Host(`localhost`) || Host(`shop.local`) || Host(`192.0.2.1`)', []],
  ['Host(`${DOMAIN}`)', []],
  ['Host(`${DOMAIN:-shop.example.com}`)', [['shop.example.com', null]]],
])('reads the Traefik rule %s', async (rule, expected) => {
  const { domains, web } = await read({ labels: [`traefik.http.routers.web.rule=${rule}`] })
  expect(domains).toEqual(expected)
  expect(web?.kind).toBe('web')
})

test.each([
  [
    { 'traefik.frontend.rule': 'Host:a.example.com,b.example.com;PathPrefix:/x' },
    [
      ['a.example.com', '/x'],
      ['b.example.com', '/x'],
    ],
  ],
  [
    { caddy: 'https://a.example.com, b.example.com/api/*' },
    [
      ['a.example.com', null],
      ['b.example.com', '/api/'],
    ],
  ],
  [{ caddy_1: 'a.example.com:8443' }, [['a.example.com', null]]],
  [{ caddy: '(snippet)' }, []],
  [{ 'traefik.enable': 'false', 'traefik.http.routers.web.rule': 'Host(`a.example.com`)' }, []],
  [{ 'com.example.note': 'a.example.com' }, []],
])('reads other labels: %j', async (labels, expected) => {
  expect((await read({ labels })).domains).toEqual(expected)
})

test('reads the variables of nginx-proxy, with the port that it connects to', async () => {
  const { domains, web } = await read({
    environment: { VIRTUAL_HOST: 'a.example.com,b.example.com', VIRTUAL_PORT: '8080' },
    ports: ['9000:9000'],
  })
  expect(domains).toEqual([
    ['a.example.com', null],
    ['b.example.com', null],
  ])
  expect(web?.port).toBe(8080)
})

test('reads the port from labels of Caddy', async () => {
  const labels = { caddy: 'a.example.com', 'caddy.reverse_proxy': '{{upstreams 8080}}' }
  expect((await read({ labels })).web?.port).toBe(8080)
})

test('notes patterns and paths, which no domain can have', async () => {
  const { domains, warnings } = await read({
    labels: {
      'traefik.http.routers.a.rule': 'HostRegexp(`{sub:[a-z]+}.example.com`)',
      'traefik.http.routers.b.rule': 'Host(`a.example.com`) && PathPrefix(`/api`)',
    },
    environment: { VIRTUAL_HOST: '*.example.com' },
  })
  expect(domains).toEqual([['a.example.com', '/api']])
  expect(warnings.filter(({ code }) => code === 'compose_route_changed')).toHaveLength(3)
})

test('names the service as the report does, and the line', async () => {
  const text = 'services:\n  Web_App:\n    image: nginx:1.29\n    labels:\n      caddy: a.example.com\n'
  const { domains } = await analyze(treeOf({ 'compose.yaml': text }))
  expect(domains).toMatchObject([{ service: 'web-app', evidence: [{ line: 5, file: 'compose.yaml' }] }])
})

test.each([
  ['53:53/udp', 1, null],
  ['25:25', 1, null],
  ['127.0.0.1:5432:5432', 0, null],
  ['8080:80', 0, 80],
])('notes that the port %s is not published', async (port, notes, expected) => {
  const { warnings, web } = await read({ ports: [port] })
  expect(warnings.filter(({ code }) => code === 'compose_port_raw')).toHaveLength(notes)
  expect(web?.port ?? null).toBe(expected)
})
