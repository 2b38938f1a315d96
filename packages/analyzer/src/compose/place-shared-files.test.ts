import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { reportSchema } from '../report.schemas.ts'
import { treeOf } from '../tree.ts'

/** `service` are keys of the service, `top` those of the file. */
async function read({ service, top }: { service: string; top: string }, files: Record<string, string> = {}) {
  const text = `services:\n  app:\n    image: nginx\n    ${service}\n${top}\n`
  const report = await analyze(treeOf({ 'compose.yaml': text, ...files }))
  expect(reportSchema.safeParse(report).error).toBeUndefined()
  return {
    files: report.services[0]?.files ?? [],
    variables: report.variables.map(({ key, required, secret, default: value }) => ({ key, required, secret, value })),
    notes: report.warnings
      .filter(({ code }) => code.startsWith('compose_') || code === 'secret_committed')
      .map(({ code, line }) => `${code} ${line}`),
    text: JSON.stringify(report),
  }
}

const file = (path: string, from: { content?: string; source?: string; variable?: string }, mode = '0444') => ({
  ...{ path, mode, uid: null, gid: null, content: null, source: null, variable: null },
  ...from,
})

test.each([
  ['configs: [app]', 'configs: { app: { content: "a=1\\nb=$$x ${C:-2}" } }', file('/app', { content: 'a=1\nb=$x 2' })],
  [
    'configs: [{ source: app, target: /etc/app.conf, mode: 0440 }]',
    'configs: { app: { file: ./app.conf } }',
    file('/etc/app.conf', { source: 'app.conf' }, '0440'),
  ],
  [
    'configs: [{ source: app, target: app.conf }]',
    'configs: { app: { content: x } }',
    file('/app.conf', { content: 'x' }),
  ],
  ['configs: [app]', 'configs: { app: { environment: APP_CONF } }', file('/app', { variable: 'APP_CONF' })],
])('places %s of %s', async (service, top, expected) => {
  const found = await read({ service, top }, { 'app.conf': 'x' })
  expect(found.files).toEqual([expected])
  expect(found.notes).toEqual([])
})

test.each([
  ['secrets: { pw: { environment: DB_PASSWORD } }', 'DB_PASSWORD', []],
  ['secrets: { pw: { file: ./pw.txt } }', 'FILE_PW_TXT', ['compose_file_as_variable 4']],
  ['secrets: { pw: { external: true } }', 'FILE_PW', ['compose_key_mapped 5', 'compose_file_as_variable 4']],
  ['secrets: { pw: { content: sentinel } }', 'FILE_PW', ['compose_file_as_variable 4']],
])('the text of a secret is a secret variable: %s', async (top, key, notes) => {
  const found = await read({ service: 'secrets: [pw]', top })
  expect(found.files).toEqual([file('/run/secrets/pw', { variable: key })])
  expect(found.variables).toEqual([{ key, required: true, secret: true, value: null }])
  expect(found.notes.sort()).toEqual([...notes].sort())
  expect(found.text).not.toContain('sentinel')
})

test.each([
  ['secrets: [{ source: pw, target: db }]', '/run/secrets/db'],
  ['secrets: [{ source: pw, target: /etc/pw }]', '/etc/pw'],
])('a secret has the path of %s', async (service, path) => {
  const found = await read({ service, top: 'secrets: { pw: { environment: PW } }' })
  expect(found.files).toEqual([file(path, { variable: 'PW' })])
})

test('a secret in the repository is used, with a warning', async () => {
  const top = 'secrets: { pw: { file: ./pw.txt } }'
  const found = await read({ service: 'secrets: [pw]', top }, { 'pw.txt': 'sentinel' })
  expect(found.files).toEqual([file('/run/secrets/pw', { source: 'pw.txt' })])
  expect(found.notes).toEqual(['secret_committed 4'])
  expect(found.text).not.toContain('sentinel')
})

test('a missing config is a variable that isn’t a secret, and shares it with a mount of the same file', async () => {
  const service = 'configs: [app]\n    volumes: ["./app.conf:/etc/app.conf"]'
  const found = await read({ service, top: 'configs: { app: { file: app.conf } }' })
  expect(found.files).toEqual([
    file('/etc/app.conf', { variable: 'FILE_APP_CONF' }, '0644'),
    file('/app', { variable: 'FILE_APP_CONF' }),
  ])
  expect(found.variables).toEqual([{ key: 'FILE_APP_CONF', required: true, secret: false, value: null }])
})

test('says that a reference in a config stays', async () => {
  const found = await read({ service: 'configs: [app]', top: 'configs: { app: { content: "a=${NO_VALUE}" } }' })
  expect(found.files).toEqual([file('/app', { content: 'a=${NO_VALUE}' })])
  expect(found.notes).toEqual(['compose_reference_kept 4'])
})

const big = `configs: { app: { content: "${'x'.repeat(70_000)}" } }`

test.each([
  ['configs: [app]', '', 'compose_key_refused 4'],
  ['configs: [{ source: app, target: /proc/x }]', 'configs: { app: { content: x } }', 'compose_key_refused 4'],
  ['configs: [{ source: app, target: /a/../b }]', 'configs: { app: { content: x } }', 'compose_key_refused 4'],
  ['configs: [app]', big, 'compose_key_refused 4'],
  ['configs: [app]', 'configs: { app: { file: ../../app.conf } }', 'compose_key_refused 4'],
  ['configs: [app]', 'configs: { app: { file: dir } }', 'compose_key_refused 4'],
  ['configs: [app]', 'configs: { app: { file: binary } }', 'compose_key_refused 4'],
  ['init:', 'secrets: { pw: { file: /etc/shadow } }', 'compose_key_refused 5'],
  ['init:', 'configs: { app: { file: ~/app.conf } }', 'compose_key_refused 5'],
  ['init:', 'configs: { app: { environment: "not a key" } }', 'compose_value_invalid 5'],
])('refuses %s with %s', async (service, top, note) => {
  const found = await read({ service, top }, { 'dir/a.conf': 'a', 'dir/b.conf': 'b', binary: '\0' })
  expect(found.files).toEqual([])
  expect(found.notes).toEqual([note])
})

test('an invalid mode is noted', async () => {
  const service = 'configs: [{ source: app, mode: rwx }]'
  const found = await read({ service, top: 'configs: { app: { content: x } }' })
  expect(found.files).toEqual([file('/app', { content: 'x' })])
  expect(found.notes.sort()).toEqual(['compose_value_invalid 4'])
})

test('a service has at most 50 files', async () => {
  const uses = Array.from({ length: 52 }, (_, index) => `{ source: app, target: /f${index} }`)
  const found = await read({ service: `configs: [${uses.join(', ')}]`, top: 'configs: { app: { content: x } }' })
  expect(found.files).toHaveLength(50)
  expect(found.notes).toEqual(['compose_key_refused 4', 'compose_key_refused 4'])
})

test('files have the numeric owner of the file, and any other is left out', async () => {
  const compose = `services:
  app:
    image: example/app:1
    configs:
      - { source: a, target: /a, uid: "1000", gid: 1001, mode: 0440 }
      - { source: a, target: /b, uid: node }
configs: { a: { content: text } }
`
  const { services, warnings } = await analyze(treeOf({ 'compose.yaml': compose }))
  expect(services[0]?.files).toMatchObject([
    { path: '/a', uid: 1_000, gid: 1_001, mode: '0440' },
    { path: '/b', uid: null, gid: null, mode: '0444' },
  ])
  expect(warnings.filter(({ code }) => code === 'compose_value_invalid')).toMatchObject([{ line: 6 }])
})
