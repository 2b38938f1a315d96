import { expect, test } from 'vitest'
import { emptyService } from '../empty-service.ts'
import { Repository } from '../repository.ts'
import { type Tree, treeOf } from '../tree.ts'
import { endOfLife } from './end-of-life.ts'
import { findWarnings } from './find-warnings.ts'

const privateKey = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')

async function find(
  files: Record<string, string>,
  more: { entries?: Tree['entries']; services?: (typeof emptyService)[] } = {},
) {
  const tree = treeOf(files)
  const repository = new Repository({ ...tree, entries: [...tree.entries, ...(more.entries ?? [])] })
  return await findWarnings({
    repository,
    root: '.',
    apps: [],
    services: more.services ?? [],
    databases: [],
    reading: null,
  })
}

test('reports secrets in the repository by location and kind, never by value', async () => {
  const value = 'Zx81kLm92QpR77sT'
  const found = await find({
    '.env': `A=1\nSTRIPE_SECRET_KEY=${value}\n`,
    '.env.example': `STRIPE_SECRET_KEY=${value}\n`,
    'config/id_rsa': 'x',
    'src/key.ts': `const key = \`${privateKey}\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\``,
    'src/aws.ts': `const id = 'AKIA${'IOSFODNN7QXAMPLQ'}'`,
  })
  expect(found.map(({ code, file, line }) => [code, file, line])).toEqual([
    ['secret_committed', '.env', 2],
    ['secret_committed', 'src/aws.ts', 1],
    ['secret_committed', 'src/key.ts', 1],
    ['secret_committed', 'config/id_rsa', null],
  ])
  expect(JSON.stringify(found)).not.toMatch(/Zx81|MIIE|QXAMPLQ/)
})

test('a .env file without secrets, or with those of a developer, is fine', async () => {
  expect(
    await find({ '.env': 'PORT=3000\nDATABASE_URL=postgres://a:b@localhost/x\nAPI_KEY=changeme\nTOKEN=\n' }),
  ).toEqual([])
})

test.each([
  ['a.js', "app.listen(3000, '127.0.0.1')"],
  ['a.ts', "fastify.listen({ port: 3000, host: 'localhost' })"],
  ['a.py', "app.run(port=5000, host='127.0.0.1')"],
  ['a.go', 'http.ListenAndServe("localhost:8080", nil)'],
  ['a.rs', 'HttpServer::new(x).bind("127.0.0.1:80")'],
])('%s: %s listens on localhost', async (file, text) => {
  expect(await find({ [file]: `\n${text}` })).toMatchObject([{ code: 'listens_on_localhost', file, line: 2 }])
})

test('accepts code that listens on all interfaces', async () => {
  expect(
    await find({
      'a.js': "app.listen(3000, '0.0.0.0')\nfetch('http://localhost:3000')",
      'a.go': 'http.ListenAndServe(":8080", nil) // localhost',
    }),
  ).toEqual([])
})

test('warns about submodules, LFS, and an unknown start command', async () => {
  const found = await find(
    { '.gitattributes': '*.png filter=lfs\n' },
    {
      entries: [{ path: 'lib', kind: 'submodule', bytes: 0 }],
      services: [{ ...emptyService, language: 'node', version: '16' }],
    },
  )
  expect(found.map(({ code }) => code).sort()).toEqual([
    'end_of_life_version',
    'git_lfs',
    'no_start_command',
    'submodules',
  ])
})

test.each([
  ['node', '20.11', true],
  ['node', '22', false],
  ['node', '24.1.0', false],
  ['python', '3.8', true],
  ['python', '3.12', false],
  ['python', '3', false],
  ['go', '1.19', true],
  ['php', '8.3', false],
  ['cobol', '1', false],
])('%s %s', (language, version, isOld) => {
  expect(endOfLife(language, version) !== null).toBe(isOld)
})
