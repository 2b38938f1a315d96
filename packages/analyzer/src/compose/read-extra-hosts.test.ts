import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

async function read(hosts: unknown) {
  const text = JSON.stringify({ services: { web: { image: 'nginx:1.29', extra_hosts: hosts } } })
  const { services, warnings } = await analyze(treeOf({ 'compose.yaml': text }))
  return { hosts: services[0]?.container?.extraHosts ?? [], codes: warnings.map(({ code }) => code) }
}

test.each([
  [
    ['db:10.1.2.3', 'mail=10.1.2.4'],
    [
      { hostname: 'db', address: '10.1.2.3' },
      { hostname: 'mail', address: '10.1.2.4' },
    ],
  ],
  [
    ['v6:[2620:fe::fe]', 'plain:2620:fe::9'],
    [
      { hostname: 'v6', address: '2620:fe::fe' },
      { hostname: 'plain', address: '2620:fe::9' },
    ],
  ],
  [
    { db: '10.1.2.3', both: ['10.1.2.4', '2620:fe::fe'] },
    [
      { hostname: 'db', address: '10.1.2.3' },
      { hostname: 'both', address: '10.1.2.4' },
      { hostname: 'both', address: '2620:fe::fe' },
    ],
  ],
])('reads %j', async (stated, expected) => {
  expect(await read(stated)).toEqual({ hosts: expected, codes: [] })
})

test.each([
  'host.docker.internal:host-gateway',
  'meta:169.254.169.254',
  'me:127.0.0.1',
  'localhost:10.1.2.3',
  'x',
  'a b:10.1.2.3',
])('refuses %s, and keeps the others', async (entry) => {
  const { hosts, codes } = await read([entry, 'db:10.1.2.3'])
  expect(hosts).toEqual([{ hostname: 'db', address: '10.1.2.3' }])
  expect(codes).toEqual(['compose_key_refused'])
})
