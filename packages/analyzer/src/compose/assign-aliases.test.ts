import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

async function read(services: string) {
  const { services: found, warnings } = await analyze(treeOf({ 'compose.yaml': `services:\n${services}\n` }))
  return {
    aliases: Object.fromEntries(found.map(({ name, aliases }) => [name, aliases])),
    dependsOn: Object.fromEntries(found.map(({ name, dependsOn }) => [name, dependsOn])),
    evidence: found.flatMap(({ evidence }) => evidence.filter(({ claim }) => claim === 'aliases')),
    codes: warnings.map(({ code }) => code),
  }
}

test.each([
  ['  my_app: { image: x }', { 'my-app': ['my_app'] }],
  ['  App.Web: { image: x }', { 'app-web': ['App.Web'] }],
  ['  app: { image: x, hostname: shop.internal }', { app: ['shop.internal'] }],
  ['  app: { image: x, container_name: My_App-1 }', { app: ['My_App-1'] }],
  ['  app: { image: x, networks: { back: { aliases: [api, api.local] }, front: } }', { app: ['api', 'api.local'] }],
  ['  app: { image: x, hostname: app, container_name: app }', { app: [] }],
  ['  app: { image: x, hostname: a, container_name: a }', { app: ['a'] }],
  ['  app: { image: x, links: ["api:backend"] }\n  api: { image: y }', { app: [], api: ['backend'] }],
])('keeps the hostnames of %s', async (services, expected) => {
  const found = await read(services)
  expect(found.aliases).toEqual(expected)
  expect(found.evidence).toHaveLength(Object.values(expected).flat().length > 0 ? 1 : 0)
  expect(found.codes).not.toContain('compose_alias_taken')
})

test('a link waits for its service', async () => {
  const { dependsOn } = await read('  app: { image: x, links: [api, "api:backend"] }\n  api: { image: y }')
  expect(dependsOn).toEqual({ app: ['api'], api: [] })
})

test('a hostname belongs to one service', async () => {
  const services =
    '  one: { image: x, hostname: api }\n  api: { image: y, hostname: web }\n  two: { image: z, hostname: web }'
  const { aliases, codes } = await read(services)
  expect(aliases).toEqual({ one: [], api: ['web'], two: [] })
  expect(codes.filter((code) => code === 'compose_alias_taken')).toHaveLength(2)
})

test('leaves out what isn’t a hostname, and more than 20', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `n${index}`)
  const { aliases, codes } = await read(
    `  app: { image: x, hostname: "a b", container_name: ${'x'.repeat(64)}, networks: { n: { aliases: [${names.join(', ')}] } } }`,
  )
  expect(aliases).toEqual({ app: names.slice(0, 20) })
  expect(codes.filter((code) => code === 'compose_value_invalid')).toHaveLength(2)
  expect(codes.filter((code) => code === 'compose_alias_taken')).toHaveLength(5)
})
