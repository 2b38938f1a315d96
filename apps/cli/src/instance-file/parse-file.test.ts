import { expect, test } from 'vitest'
import type { InstanceFile } from './instance-file.ts'
import { normalizeFile } from './normalize-file.ts'
import { parseInstanceFile } from './parse-file.ts'
import { writeInstanceFile } from './write-file.ts'

test.each([
  ['version: 1\nservres: []\n', 2, 1, 'servres'],
  ['version: 1\nservers:\n  - name: a\n    host: b\n    username: root\n    port: many\n', 6, 5, 'servers.0.port'],
  ['version: 1\nservers:\n  - name: a\n    username: root\n', 3, 5, 'servers.0.host'],
  ['version: 1\ndomains:\n  - a.example.com\n  - A.Example.com\n', 4, 5, 'domains.1'],
  ['version: 1\nservers: [a\n', 3, 1, ''],
  ['servers: []\n', 1, 1, 'version'],
])('reports line and column of %j', (text, line, column, field) => {
  const { file, faults } = parseInstanceFile(text)
  expect(file).toBeUndefined()
  expect(faults[0]).toMatchObject({ line, column, field })
})

test('a secret in plain text is refused where a reference is needed', () => {
  const text = 'version: 1\nregistries:\n  - { host: r.example.com, username: ci, password: hunter2 }\n'
  expect(parseInstanceFile(text).faults[0]?.field).toBe('registries.0.password')
})

test('every text survives the file', () => {
  const values = [
    '',
    ' ',
    'a\nb',
    'a\nb\n',
    'a\r\nb',
    '\ttab\n',
    '# no\n',
    'yes',
    '0123',
    '港\u0085\u2028',
    '- a: b',
    "it's",
    '\u0007',
    'a \n b',
    '\n\n',
  ]
  const variables = values.map((value, index) => ({ key: `K${index}`, value }))
  const file: InstanceFile = {
    version: 1,
    projects: [{ name: '__proto__', environments: [{ name: '1e3', variables }] }],
  }
  expect(parseInstanceFile(writeInstanceFile(file)).file).toEqual(file)
})

test('a written file lists its secrets', () => {
  const password = { fromEnvironment: 'REGISTRY_PASSWORD' }
  const text = writeInstanceFile({ version: 1, registries: [{ host: 'r.example.com', username: 'ci', password }] })
  expect(text).toContain('#   REGISTRY_PASSWORD\n')
})

test('defaults, order and spelling make no difference', () => {
  const service = { name: 'web', kind: 'web', replicas: 1, source: { image: 'nginx', builder: 'image' }, command: null }
  const domain = { hostname: 'Straße.example.com', redirects: { www: false, rules: [] }, hsts: {} }
  const environments = [{ name: 'main', services: [service], domains: [domain] }]
  const [project] = normalizeFile({ version: 1, projects: [{ name: 'a', environments }] }).projects ?? []
  expect(project?.environments?.[0]).toEqual({
    name: 'main',
    services: [{ name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }],
    domains: [
      {
        hostname: 'xn--strae-oqa.example.com',
        redirects: { www: false, rules: [] },
        hsts: { maxAgeSeconds: 31_536_000, includeSubdomains: false, preload: false },
      },
    ],
  })
})
