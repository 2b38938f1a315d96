import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { analyze } from '../analyze.ts'
import { applyReading } from '../apply-reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { readLongshoreFile } from './read-longshore-file.ts'

async function read(text: string) {
  const reading = await readLongshoreFile(new Repository(treeOf({ 'longshore.yaml': text })), '.')
  if (reading === null) throw new Error('no reading')
  return reading
}

const whole = `version: 1
services:
  web:
    rootDirectory: apps/web
    build:
      dockerfile: Dockerfile.prod
      context: .
      target: run
    command: node server.js
    port: 3000
    healthCheck: /healthz
    releaseCommand: node migrate.js
    volumes:
      uploads: /app/uploads
    aliases: [api]
    dependsOn: [db]
    watchPaths: ["apps/web/**"]
  tick:
    kind: cron
    rootDirectory: apps/web
    sharesImageWith: web
    command: node tick.js
    schedule: "0 4 * * *"
  proxy:
    image: nginx:1.29
    kind: worker
    healthCheck: { type: command, command: nginx -t }
databases:
  db: { engine: postgres, version: "17" }
variables:
  LOG_LEVEL: info
  DATABASE_URL: { from: db, services: [web] }
  API_KEY: { secret: true, description: From the provider }
`

test('leaves the detection to Railpack, except for stated commands', async () => {
  const text = stringify({
    version: 1,
    services: { web: { build: { builder: 'railpack', command: 'make' } } },
  })
  const files = {
    'longshore.yaml': text,
    'package.json': '{"scripts":{"build":"x","start":"y"}}',
    Dockerfile: 'FROM a',
  }
  const { services } = await analyze(treeOf(files))
  expect(services).toMatchObject([
    { name: 'web', builder: 'railpack', dockerfile: null, installCommand: null, buildCommand: 'make' },
  ])
})

test('the report contains everything that the file states', async () => {
  const reading = await read(whole)
  expect(reading).toMatchObject({ kind: 'longshore', isComplete: true, warnings: [] })
  const [web, tick, proxy] = applyReading(reading, [])
  expect(web).toMatchObject({
    name: 'web',
    kind: 'web',
    rootDirectory: 'apps/web',
    builder: 'dockerfile',
    startCommand: 'node server.js',
    port: 3000,
    releaseCommand: 'node migrate.js',
    dockerfile: { source: 'repository', path: 'apps/web/Dockerfile.prod', context: '.', target: 'run' },
    healthCheck: { type: 'http', path: '/healthz' },
    volumes: [{ name: 'uploads', path: '/app/uploads' }],
    aliases: ['api'],
    dependsOn: ['db'],
    watchPaths: ['apps/web/**'],
  })
  expect(tick).toMatchObject({ kind: 'cron', schedule: '0 4 * * *', sharesImageWith: 'web' })
  expect(proxy).toMatchObject({
    builder: 'image',
    image: 'nginx:1.29',
    healthCheck: { type: 'command', command: 'nginx -t' },
  })
  expect(reading.databases).toMatchObject([{ name: 'db', engine: 'postgres', version: '17', supported: true }])
  expect(
    reading.variables.map(({ key, required, secret, default: value, providedBy, services }) => [
      key,
      required,
      secret,
      value,
      providedBy,
      services,
    ]),
  ).toEqual([
    ['LOG_LEVEL', false, false, 'info', null, []],
    ['DATABASE_URL', false, true, null, 'db', ['web']],
    ['API_KEY', true, true, null, null, []],
  ])
  expect(web?.evidence).toContainEqual({ claim: 'port', file: 'longshore.yaml', line: 10, what: 'port of web' })
})

test('a report written as a file is read back as the same services', async () => {
  const services = applyReading(await read(whole), [])
  const again = applyReading(await read(write(services)), [])
  const strip = (all: readonly AnalyzedService[]) => all.map(({ evidence: _evidence, ...rest }) => rest)
  expect(strip(again)).toEqual(strip(services))
})

/** Writes services in the format of the file. */
function write(services: readonly AnalyzedService[]): string {
  const entries = services.map((service) => {
    const { dockerfile, image } = service
    const build =
      dockerfile === null
        ? {}
        : {
            build: {
              dockerfile: dockerfile.path.slice(service.rootDirectory.length + 1),
              context: dockerfile.context,
              target: dockerfile.target,
            },
          }
    const check = service.healthCheck
    const health =
      check === null
        ? {}
        : {
            healthCheck:
              check.type === 'http' ? { type: 'http', path: check.path } : { type: check.type, command: check.command },
          }
    const plain = {
      command: service.startCommand,
      port: service.port,
      releaseCommand: service.releaseCommand,
      schedule: service.schedule,
      sharesImageWith: service.sharesImageWith,
      image,
    }
    const stated = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null))
    const lists = {
      aliases: service.aliases,
      dependsOn: service.dependsOn.filter((name) => name !== 'db'),
      watchPaths: service.watchPaths,
      volumes: Object.fromEntries(service.volumes.map(({ name, path }) => [name, path])),
    }
    return [
      service.name,
      {
        kind: service.kind,
        rootDirectory: service.rootDirectory,
        ...build,
        ...health,
        ...stated,
        ...lists,
        ...(service.dependsOn.includes('db') ? { dependsOn: service.dependsOn } : {}),
      },
    ]
  })
  return stringify({ version: 1, services: Object.fromEntries(entries), databases: { db: { engine: 'postgres' } } })
}

test.each([
  ['version: 2\nservices: {}\n', 1, 'version'],
  ['version: 1\nservices:\n  web:\n    prot: 3000\n', 4, 'services.web.prot'],
  ['version: 1\nservices:\n  web:\n    port: 70000\n', 4, 'services.web.port'],
  ['version: 1\nservices:\n  Web: {}\n', 3, 'services.Web'],
  ['version: 1\nservices:\n  web:\n    build:\n      dockerfile: ../../etc/x\n', 5, 'services.web.build.dockerfile'],
  ['version: 1\nservices:\n  web:\n    command: "a\\nb"\n', 4, 'services.web.command'],
  ['version: 1\nservices:\n  web:\n    dependsOn: [nobody]\n', 4, 'services.web.dependsOn'],
  ['version: 1\nservices:\n  t:\n    kind: cron\n', 3, 'services.t'],
  ['version: 1\nservices: {}\nvariables:\n  A:\n    secret: true\n    default: x\n', 6, 'variables.A.default'],
  ['version: 1\nservices: {}\nextra: 1\n', 3, 'extra'],
  ['version: 1\nservices: [\n', 3, "The file can't be read"],
])('rejects %j at line %i', async (text, line, what) => {
  const reading = await read(text)
  expect(reading.services).toEqual([])
  expect(reading.warnings[0]).toMatchObject({
    code: 'longshore_file_invalid',
    line,
    message: expect.stringContaining(what),
  })
})
