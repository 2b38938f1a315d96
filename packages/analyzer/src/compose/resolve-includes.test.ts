import { expect, test } from 'vitest'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { readCompose } from './read-compose.ts'

async function read(text: string, files: Record<string, string> = {}) {
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text, 'README.md': '', ...files })), '.')
  return {
    services: reading?.services ?? [],
    variables: Object.fromEntries(reading?.variables.map(({ key, default: value }) => [key, value]) ?? []),
    notes: reading?.warnings.map(({ code, line }) => `${code} ${line}`) ?? [],
    hints: reading?.warnings.map(({ hint }) => hint).join(' ') ?? '',
  }
}

const base = `
  base:
    image: shop
    command: ["serve"]
    environment: { A: "1", B: "2" }
    ports: ["80:80"]
    volumes: ["data:/data", "./logs:/logs"]
    tmpfs: /run
    healthcheck: { test: ["CMD", "check"], interval: 10s }
    deploy: { resources: { limits: { memory: 64m, cpus: "1" } } }
`

test('extends a service of the same file: own keys win, maps and lists are merged', async () => {
  const { services, variables, notes } = await read(`services:${base}
  app:
    extends: base
    command: work
    environment: ["B=3", "C=4"]
    volumes: ["other:/data", "more:/more"]
    tmpfs: [/tmp]
    healthcheck: { test: "other", timeout: 5s }
    deploy: { resources: { limits: { memory: 128m } } }
`)
  const app = services.find(({ name }) => name === 'app')
  expect(app).toMatchObject({
    startArguments: ['work'],
    port: 80,
    healthCheck: { command: 'other', intervalSeconds: 10, timeoutSeconds: 5 },
    resources: { memoryBytes: 134_217_728, cpus: 1 },
    container: { memoryFolders: [{ path: '/run' }, { path: '/tmp' }] },
  })
  expect(app?.volumes?.map(({ name, path }) => `${name}:${path}`)).toEqual(['other:/data', 'logs:/logs', 'more:/more'])
  expect(variables).toEqual({ A: '1', B: '3', C: '4' })
  expect(notes.filter((note) => note.startsWith('compose_key_refused'))).toEqual([])
})

test('extends a service of another file, whose paths and lines move to this one', async () => {
  const { services, notes } = await read(
    `services:
  app:
    extends: { file: common/base.yaml, service: base }
    environment: { B: x }
`,
    {
      'common/base.yaml': `services:
  first: { init: true, volumes: ["./a.conf:/etc/a.conf:ro"] }
  base:
    extends: first
    build: { context: ../code, dockerfile: Dockerfile.run }
    env_file: app.env
    privileged: true
`,
      'common/a.conf': 'a',
      'common/app.env': 'FROM_FILE=1',
      'code/Dockerfile.run': 'FROM x',
    },
  )
  expect(services).toMatchObject([
    {
      name: 'app',
      container: { init: true },
      dockerfile: { path: 'code/Dockerfile.run', context: 'code' },
      files: [{ path: '/etc/a.conf', source: 'common/a.conf' }],
    },
  ])
  expect(notes).toEqual(['compose_key_refused 3'])
})

test('adds the services, volumes, and configs of included files', async () => {
  const { services, variables, notes } = await read(
    `include: [./parts/web.yaml, { path: parts/deep/db.yaml }]
services:
  app: { image: shop, environment: { FROM: main } }
`,
    {
      'parts/web.yaml': `include: [deep/db.yaml]
services:
  web: { image: nginx, volumes: ["./web.conf:/web.conf:ro"], configs: [site] }
configs: { site: { file: site.conf } }
`,
      'parts/deep/db.yaml': 'services: { cache: { image: memcached, environment: { FROM_DEEP: x } } }',
      'parts/web.conf': 'x',
      'parts/site.conf': 'x',
    },
  )
  expect(services.map(({ name }) => name).sort()).toEqual(['app', 'cache', 'web'])
  expect(services.find(({ name }) => name === 'web')?.files?.map(({ source }) => source)).toEqual([
    'parts/web.conf',
    'parts/site.conf',
  ])
  expect(variables).toMatchObject({ FROM: 'main', FROM_DEEP: 'x' })
  // The second include has nothing new.
  expect(notes).toEqual(['compose_key_refused 1', 'compose_database_as_service 1'])
})

const refused = 'compose_key_refused 1'

test.each([
  ['include: [oci://x/y]', refused, /Only files of the repository/],
  ['include: [https://example.com/compose.yaml]', refused, /Only files of the repository/],
  ['include: [../../other.yaml]', refused, /Only files of the repository/],
  ['include: [/etc/compose.yaml]', refused, /Only files of the repository/],
  ['include: [missing.yaml]', refused, /doesn’t have the file/],
  ['include: [broken.yaml]', refused, /can't be read/],
  ['include: [compose.yaml]', refused, /in a circle/],
  ['include: [loop.yaml]', refused, /in a circle/],
  ['include: [{ path: [a.yaml, b.yaml] }]', refused, /one file/],
])('refuses %s', async (include, note, why) => {
  const { services, notes, hints } = await read(`${include}\nservices: { app: { image: x } }\n`, {
    'broken.yaml': 'services: [',
    'loop.yaml': 'include: [compose.yaml]\nservices: { more: { image: y } }',
  })
  expect(services.map(({ name }) => name)).toContain('app')
  expect(notes).toContain(note)
  expect(hints).toMatch(why)
})

test.each([
  ['extends: other', /doesn’t have the service/],
  ['extends: app', /in a circle/],
  ['extends: { file: ../x.yaml, service: a }', /Only files of the repository/],
  ['extends: { file: x.yaml, service: a }', /doesn’t have the file/],
  ['extends: { file: two.yaml, service: a }', /in a circle/],
  ['extends: { file: compose.yaml }', /Name the service/],
])('refuses %s, and keeps the service', async (yaml, why) => {
  const two = 'services: { a: { extends: { file: two.yaml, service: b } }, b: { extends: a } }'
  const text = `services:\n  app:\n    image: x\n    ${yaml}\n`
  const { services, notes, hints } = await read(text, { 'two.yaml': two })
  expect(services).toMatchObject([{ name: 'app', image: 'x' }])
  expect(notes).toEqual([expect.stringMatching(/^compose_key_refused [14]$/)])
  expect(hints).toMatch(why)
})

test('a chain of services has a limited length', async () => {
  const chain = Array.from({ length: 8 }, (_, index) => `  s${index}: { image: x, extends: s${index + 1} }`)
  const { services, hints } = await read(`services:\n${chain.join('\n')}\n  s8: { image: x, init: true }\n`)
  expect(services).toHaveLength(9)
  expect(hints).toContain('at most 5 levels')
})

test('files that include each other many times end soon', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `f${index}.yaml`)
  const files = Object.fromEntries(
    names.map((name) => [name, `include: [${names.join(', ')}]\nservices: { ${name.slice(0, -5)}: { image: x } }`]),
  )
  const services = Array.from({ length: 100 }, (_, index) => `s${index}: { extends: big }`)
  const big = `{ image: x, environment: { ${Array.from({ length: 3_000 }, (_, index) => `K${index}: v`).join(', ')} } }`
  const started = process.cpuUsage()
  const { hints } = await read(
    `include: [${names.join(', ')}]\nservices: { big: ${big}, ${services.join(', ')} }`,
    files,
  )
  expect(hints).toContain('too large together')
  expect(hints).toContain('at most 20')
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(4_000)
})
