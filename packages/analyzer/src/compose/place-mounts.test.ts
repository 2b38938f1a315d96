import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { reportSchema } from '../report.schemas.ts'
import { type Tree, treeOf } from '../tree.ts'

type Entries = Tree['entries']

async function read(yaml: string, files: Record<string, string> = {}, more: Entries = []) {
  const text = yaml.startsWith('services:') ? yaml : `services:\n  app:\n    image: nginx\n    ${yaml}\n`
  const tree = treeOf({ 'compose.yaml': text, ...files })
  const overwritten = new Set(more.map(({ path }) => path))
  const entries = [...tree.entries.filter(({ path }) => !overwritten.has(path)), ...more]
  const report = await analyze({ ...tree, entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)) })
  expect(reportSchema.safeParse(report).error).toBeUndefined()
  const warnings = report.warnings.filter(({ code }) => code.startsWith('compose_') || code === 'secret_committed')
  return {
    volumes: report.services[0]?.volumes.map(({ name, path }) => `${name}:${path}`) ?? [],
    files: report.services[0]?.files ?? [],
    variables: report.variables.map(({ key, required, secret, services }) => ({ key, required, secret, services })),
    notes: warnings.map(({ code, line }) => `${code} ${line}`),
    ...{ warnings, report },
  }
}

const repository = { 'README.md': '' }
const source = (path: string, from: string, mode = '0644') => ({
  ...{ path, mode, content: null },
  ...{ source: from, variable: null, uid: null, gid: null },
})
const fromVariable = (path: string, variable: string) => ({
  ...{ path, mode: '0644', content: null },
  ...{ source: null, uid: null, gid: null, variable },
})

test.each(['./nginx.conf:/etc/nginx/nginx.conf:ro', '${PWD}/nginx.conf:/etc/nginx/nginx.conf:ro,z'])(
  'places a file of the repository: %s',
  async (mount) => {
    const found = await read(`volumes: ["${mount}"]`, { 'nginx.conf': 'events {}' })
    expect(found).toMatchObject({ volumes: [], notes: [], variables: [] })
    expect(found.files).toEqual([source('/etc/nginx/nginx.conf', 'nginx.conf')])
    expect(found.report.services[0]?.evidence).toContainEqual(expect.objectContaining({ claim: 'files', line: 4 }))
  },
)

test('the long form and the folder of the compose file count too', async () => {
  const text =
    'services:\n  app:\n    image: nginx\n    volumes: [{ type: bind, source: ../conf/a.conf, target: /a.conf, read_only: true }]\n'
  const tree = treeOf({ 'deploy/compose.yaml': text, 'conf/a.conf': 'a' })
  const { services } = await analyze(tree, { rootDirectory: 'deploy' })
  expect(services[0]?.files).toEqual([source('/a.conf', 'conf/a.conf')])
})

test('a file keeps its mode, and a script is recognized without one', async () => {
  const files = { 'run.sh': 'x', 'plain.sh': '#!/bin/sh', 'guess.sh': '#!/bin/sh' }
  const flags: Entries = [
    { path: 'run.sh', kind: 'file', bytes: 1, isExecutable: true },
    { path: 'plain.sh', kind: 'file', bytes: 1, isExecutable: false },
  ]
  const mounts = Object.keys(files).map((name) => `./${name}:/x/${name}:ro`)
  const found = await read(`volumes: [${mounts.join(', ')}]`, files, flags)
  expect(found.files.map(({ mode }) => mode)).toEqual(['0755', '0644', '0755'])
})

test('notes that changes to a writable file are lost', async () => {
  const found = await read('volumes: ["./a.conf:/a.conf"]', { 'a.conf': 'a' })
  expect(found.files).toHaveLength(1)
  expect(found.notes).toEqual(['compose_file_changes_lost 4'])
})

test('places each file of a directory', async () => {
  const files = { 'conf.d/a.conf': 'a', 'conf.d/sub/b.conf': 'b', 'conf.d2/c.conf': 'c' }
  const found = await read('volumes: ["./conf.d/:/etc/nginx/conf.d/:ro"]', files)
  expect(found.files).toEqual([
    source('/etc/nginx/conf.d/a.conf', 'conf.d/a.conf'),
    source('/etc/nginx/conf.d/sub/b.conf', 'conf.d/sub/b.conf'),
  ])
  expect(found.notes).toEqual([])
})

const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`dir/f${index}.conf`, 'x']))

test.each<[string, Record<string, string>, RegExp, Entries?]>([
  ['more than 50 files', many, /more than 50 files/],
  ['more than 96 KB', { 'dir/a': 'x'.repeat(60_000), 'dir/b': 'x'.repeat(60_000) }, /larger than 96 KB/],
  ['a file of more than 64 KB', { 'dir/a': 'x'.repeat(70_000) }, /a is larger than 64 KB/],
  ['a binary file', { 'dir/a': 'x', 'dir/b': '\0' }, /b isn’t a text file/],
  ['text that isn’t UTF-8', { 'dir/a': 'caf\ufffd' }, /a isn’t a text file/],
  ['a link', { 'dir/a': 'x' }, /contains links/, [{ path: 'dir/b', kind: 'link', bytes: 0 }]],
])('refuses a directory with %s', async (_, files, why, entries = []) => {
  const found = await read('volumes: ["./dir:/etc/dir:ro"]', { ...repository, ...files }, entries)
  expect(found).toMatchObject({ volumes: [], files: [] })
  expect(found.warnings).toMatchObject([{ code: 'compose_key_refused', line: 4, hint: expect.stringMatching(why) }])
})

test.each<[string, Entries]>([
  ['./link.conf', [{ path: 'link.conf', kind: 'link', bytes: 0 }]],
  ['./lib/a.conf', [{ path: 'lib', kind: 'submodule', bytes: 0 }]],
])('follows no links and submodules: %s', async (path, entries) => {
  const found = await read(`volumes: ["${path}:/a.conf:ro"]`, repository, entries)
  expect(found).toMatchObject({ volumes: [], files: [], notes: ['compose_key_refused 4'] })
})

test('the files of all services have one limit, because each deployment stores them', async () => {
  const text = 'x'.repeat(60_000)
  const found = await read(
    'services:\n  a: { image: x, volumes: ["./a.txt:/a.txt:ro"] }\n  b: { image: x, volumes: ["./a.txt:/a.txt:ro"] }\n',
    { 'a.txt': text },
  )
  expect(found.report.services.map(({ files }) => files.length)).toEqual([1, 0])
  expect(found.notes).toEqual(['compose_key_refused 3'])
})

test.each([
  ['./data:/var/lib/app', 'data'],
  ['./var/My Data:/data', 'my-data'],
  ['./conf.d:/etc/conf.d', 'conf.d'],
  ['./v1.2:/srv', 'v1.2'],
  ['.:/srv/files', 'data'],
  ['${DIR:-./storage}:/srv', 'storage'],
  ['./config.yml:/config', 'config.yml'],
])('a directory that isn’t there becomes a volume: %s', async (mount, name) => {
  const found = await read(`volumes: ["${mount}"]`)
  expect(found).toMatchObject({ volumes: [`${name}:${mount.split(':').at(-1)}`], files: [], variables: [] })
  expect(found.notes).toEqual(['compose_folder_as_volume 4'])
})

test('a directory that Git only keeps is empty', async () => {
  const found = await read('volumes: ["./data:/data"]', { ...repository, 'data/.gitkeep': '' })
  expect(found).toMatchObject({ volumes: ['data:/data'], notes: ['compose_folder_as_volume 4'] })
})

test('names of volumes differ for different directories, and stay the same for one', async () => {
  const found = await read('volumes: ["./data:/a", "./b/data:/b", "data:/c", "Data:/d"]')
  expect(found.volumes).toEqual(['data-3:/a', 'data-4:/b', 'data:/c', 'data-2:/d'])
  const shared = await read(
    'services:\n  a: { image: x, volumes: ["./up:/up"] }\n  b: { image: x, volumes: ["./up/:/up"] }\n',
  )
  expect(shared.report.services.map(({ volumes }) => volumes)).toEqual([
    [{ name: 'up', path: '/up', service: null }],
    [{ name: 'up', path: '/up', service: 'a' }],
  ])
})

test.each([
  ['./config.yml:/app/config.yml', 'FILE_CONFIG_YML', '/app/config.yml'],
  ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'FILE_CADDYFILE', '/etc/caddy/Caddyfile'],
  ['./.env:/app/.env', 'FILE_ENV', '/app/.env'],
  ['./conf/my-app.v2.toml:/app.toml', 'FILE_MY_APP_V2_TOML', '/app.toml'],
])('the text of a file that isn’t there becomes a variable: %s', async (mount, key, path) => {
  const found = await read(`volumes: ["${mount}"]`)
  expect(found.files).toEqual([fromVariable(path, key)])
  expect(found.variables).toEqual([{ key, required: true, secret: false, services: ['app'] }])
  expect(found.notes).toEqual(['compose_file_as_variable 4'])
  expect(found.report.variables[0]).toMatchObject({ default: null, description: expect.stringContaining('Paste') })
})

test('one file has one variable, another file has another, and both leave other keys alone', async () => {
  const found = await read(
    `services:
  a: { image: x, environment: { FILE_A_YML: "1" }, volumes: ["./a.yml:/a.yml", "./b/c.yml:/c.yml"] }
  b_b: { image: x, volumes: ["./a.yml:/etc/a.yml", "./c.yml:/c.yml"] }
`,
  )
  expect(found.report.services.map(({ files }) => files.map(({ variable }) => variable))).toEqual([
    ['FILE_A_YML_2', 'FILE_C_YML'],
    ['FILE_A_YML_2', 'FILE_C_YML_2'],
  ])
  expect(found.variables).toContainEqual(
    expect.objectContaining({ key: 'FILE_A_YML_2', required: true, services: ['a', 'b-b'] }),
  )
})

test('pasted text has no repository, so no path leaves it', async () => {
  const found = await read('volumes: ["../files/config.yml:/app/config.yml", "../../files/data:/data"]')
  expect(found.files).toEqual([fromVariable('/app/config.yml', 'FILE_CONFIG_YML')])
  expect(found.volumes).toEqual(['data:/data'])
  const inside = await read('volumes: ["../files/config.yml:/app/config.yml"]', repository)
  expect(inside).toMatchObject({ files: [], volumes: [], notes: ['compose_key_refused 4'] })
})

test.each(['./db.sqlite3:/app/db.sqlite3', './app.log:/var/log/app.log', './cert.p12:/cert.p12:ro'])(
  'refuses a file that can’t be text or would be lost: %s',
  async (mount) => {
    const found = await read(`volumes: ["${mount}"]`)
    expect(found).toMatchObject({ files: [], volumes: [], variables: [], notes: ['compose_key_refused 4'] })
  },
)

test.each([
  '/etc/localtime:/etc/localtime:ro',
  '/etc/timezone:/etc/timezone',
  '/usr/share/zoneinfo/UTC:/etc/localtime',
])('ignores the time zone of the server: %s', async (mount) => {
  const found = await read(`volumes: ["${mount}"]`)
  expect(found).toMatchObject({ files: [], volumes: [], notes: ['compose_key_ignored 4'] })
  expect(found.warnings[0]?.hint).toContain('TZ')
})

test('a read-only volume is mounted writable', async () => {
  const found = await read('volumes: ["data:/data:ro"]')
  expect(found).toMatchObject({ volumes: ['data:/data'], notes: ['compose_value_changed 4'] })
})

test('options of named volumes that have no effect are noted', async () => {
  const short = await read('volumes: ["data:/data:nocopy"]')
  expect(short).toMatchObject({ volumes: ['data:/data'], notes: ['compose_key_ignored 4'] })
  const items = Array.from({ length: 201 }, () => '/x:/x')
  expect((await read(`volumes: [${items.join(', ')}]`)).notes).toContain('compose_value_invalid 4')
})

test('each path has one mount, and a service a limited number of volumes', async () => {
  const twice = await read('volumes: ["one:/data", "two:/data/", "./x.yml:/data"]\n    tmpfs: /tmp')
  expect(twice).toMatchObject({ volumes: ['one:/data'], files: [] })
  expect(twice.notes).toEqual(['compose_key_refused 4', 'compose_key_refused 4'])
  const volumes = Array.from({ length: 22 }, (_, index) => `v${index}:/v${index}`)
  const full = await read(`volumes: [${volumes.join(', ')}]`)
  expect(full.volumes).toHaveLength(20)
  expect(full.notes).toHaveLength(2)
})

test('refuses a file below a folder in memory', async () => {
  const found = await read('volumes: ["./a.conf:/run/a.conf:ro"]\n    tmpfs: /run', { 'a.conf': 'a' })
  expect(found).toMatchObject({ files: [], notes: ['compose_key_refused 4'] })
})

test('a read-only file system takes files only below volumes', async () => {
  const files = { 'a.conf': 'a' }
  const refused = await read('volumes: ["./a.conf:/etc/a.conf:ro", "data:/data"]\n    read_only: true', files)
  expect(refused.notes).toEqual(['compose_key_refused 4'])
  expect(refused.report.services[0]?.container).toBeNull()
  const kept = await read('volumes: ["./a.conf:/data/a.conf:ro", "data:/data"]\n    read_only: true', files)
  expect(kept.notes).toEqual([])
  expect(kept.report.services[0]?.container?.readOnly).toBe(true)
})

test('code that is mounted into a built service stays in its image', async () => {
  const text = `services:
  app:
    build: .
    volumes: [".:/app", "./node_modules:/app/node_modules", "./conf/a.yml:/etc/a.yml:ro"]
`
  const found = await read(text, { Dockerfile: 'FROM node:24', 'conf/a.yml': 'a' })
  expect(found.files).toEqual([source('/etc/a.yml', 'conf/a.yml')])
  expect(found.volumes).toEqual([])
  expect(found.notes).toEqual(['compose_key_refused 4', 'compose_key_refused 4'])
})
