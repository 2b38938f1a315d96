import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { reportSchema } from '../report.schemas.ts'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import type { KeyRules } from './key-rules.ts'
import { buildKeys, serviceKeys, topKeys } from './keys.ts'
import * as nested from './nested-keys.ts'
import { readCompose } from './read-compose.ts'

const tables: Record<string, KeyRules> = { serviceKeys, buildKeys, topKeys, ...nested }

async function codesOf(text: string): Promise<string[]> {
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text, Dockerfile: 'FROM x' })), '.')
  return reading?.warnings.filter(({ message }) => message.includes('"')).map(({ code }) => code) ?? []
}

test('every rule says what happens, or what to do instead', () => {
  for (const [name, rules] of Object.entries(tables))
    for (const [key, rule] of Object.entries(rules)) expect(rule.instead, `${name}.${key}`).toMatch(/\w{3}.*\.$/s)
})

const codes = { mapped: 'compose_key_mapped', ignored: 'compose_key_ignored', refused: 'compose_key_refused' } as const

/** Where each table applies. `x` is a value of no meaning. */
const places: [table: string, place: (key: string) => string][] = [
  ['serviceKeys', (key) => `services: { a: { image: x, ${key}: x } }`],
  ['buildKeys', (key) => `services: { a: { build: { context: ., ${key}: x } } }`],
  ['topKeys', (key) => `services: { a: { image: x } }\n${key}: x`],
  ['healthKeys', (key) => `services: { a: { image: x, healthcheck: { test: x, ${key}: x } } }`],
  ['deployKeys', (key) => `services: { a: { image: x, deploy: { ${key}: x } } }`],
  ['resourceKeys', (key) => `services: { a: { image: x, deploy: { resources: { ${key}: x } } } }`],
  ['limitKeys', (key) => `services: { a: { image: x, deploy: { resources: { limits: { ${key}: x } } } } }`],
  ['reservationKeys', (key) => `services: { a: { image: x, deploy: { resources: { reservations: { ${key}: x } } } } }`],
  ['networkKeys', (key) => `services: { a: { image: x, networks: { n: { ${key}: x } } } }`],
  ['topNetworkKeys', (key) => `services: { a: { image: x } }\nnetworks: { n: { ${key}: x } }`],
  ['volumeKeys', (key) => `services: { a: { image: x } }\nvolumes: { v: { ${key}: x } }`],
  ['mountKeys', (key) => `services: { a: { image: x, volumes: [{ target: /x, ${key}: x }] } }`],
  ['mountedVolumeKeys', (key) => `services: { a: { image: x, volumes: [{ target: /x, volume: { ${key}: x } }] } }`],
  ['fileKeys', (key) => `services: { a: { image: x } }\nconfigs: { c: { ${key}: x } }`],
  [
    'fileUseKeys',
    (key) => `services: { a: { image: x, configs: [{ source: c, ${key}: x }] } }\nconfigs: { c: { content: x } }`,
  ],
]

test('every table has a place', () => {
  expect(places.map(([table]) => table).sort()).toEqual(Object.keys(tables).sort())
})

test.each(places)('each key of %s has the effect that its rule names', async (table, place) => {
  for (const [key, { verdict, isQuiet }] of Object.entries(tables[table] ?? {})) {
    if (verdict === 'supported') continue
    const found = await codesOf(place(key))
    const noted = Object.values(codes).filter((code) => found.includes(code))
    // The value of a mapped key can be refused in addition.
    if (isQuiet === true) expect(noted, key).not.toContain(codes.mapped)
    else expect(noted, key).toContain(codes[verdict])
    if (isQuiet === true && verdict === 'ignored') expect(noted, key).toEqual([])
  }
})

test.each(places)('refuses unknown keys in %s, and allows extensions', async (_, place) => {
  expect(await codesOf(place('no_such_key'))).toContain('compose_key_refused')
  expect(await codesOf(place('x-note'))).not.toContain('compose_key_refused')
})

const long = 'x'.repeat(5_000)
const garbage: [what: string, yaml: string][] = [
  ['nothing', ''],
  ['text', 'x'],
  ['long text', long],
  ['control characters', '"\\0\\x1b\\n:/\\0"'],
  ['a number', '-99999999999999999999'],
  ['a list', `[x, ${long}, -1, [x], { x: x }, null, "/:/:/:", "\${", "..", "$$"]`],
  ['a map', `{ x: x, ${long}: x, y: [x], z: { x: x }, "": null, "\${": "\${" }`],
  ['a deep map', '{ a: { a: { a: { a: { a: { a: [x] } } } } } }'],
]

test.each(garbage)('a file full of %s has a valid report', async (_, yaml) => {
  const keys = (rules: KeyRules) =>
    Object.keys(rules)
      .map((key) => `${key}: ${yaml}`)
      .join('\n      ')
  const inside: Record<string, KeyRules> = {
    ...{ build: buildKeys, healthcheck: nested.healthKeys, deploy: nested.deployKeys },
  }
  const whole = `services:\n  all:\n    ${Object.keys(serviceKeys)
    .filter((key) => key !== 'profiles')
    .map((key) => `${key}: ${yaml}`)
    .join('\n    ')}\n  image:\n    image: x\n    command: ${yaml}\n`
  const parts = Object.entries(inside).map(
    ([key, rules]) => `  ${key}:\n    image: x\n    ${key}:\n      ${keys(rules)}\n`,
  )
  const top = Object.keys(topKeys)
    .filter((key) => key !== 'services')
    .map((key) => `${key}:\n  one: ${yaml}\n  two: { file: ${yaml}, content: ${yaml} }\n`)
  for (const text of [`${whole}${parts.join('')}`, `services: { a: { image: x } }\n${top.join('')}`]) {
    const report = await analyze(treeOf({ 'compose.yaml': text, Dockerfile: 'FROM x' }))
    expect(reportSchema.safeParse(report).error).toBeUndefined()
    expect(report.warnings.filter(({ code }) => code === 'compose_unreadable')).toEqual([])
  }
})

test('notes a network that isn’t isolated, and a mode other than replicated', async () => {
  const text = (more: string) =>
    `services: { a: { image: x, deploy: { ${more} } } }\nnetworks: { n: { internal: true } }`
  expect(await codesOf(text('mode: replicated'))).toEqual(['compose_key_ignored'])
  expect(await codesOf(text('mode: global'))).toEqual(['compose_key_ignored', 'compose_key_ignored'])
})
