import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

async function start(yaml: string, files: Record<string, string> = {}) {
  const text = `services:\n  app:\n    ${yaml}\n`
  const { services, warnings } = await analyze(treeOf({ 'compose.yaml': text, ...files }))
  const [service] = services
  return {
    entrypoint: service?.container?.entrypoint ?? null,
    startArguments: service?.startArguments ?? null,
    startCommand: service?.startCommand ?? null,
    notes: warnings.filter(({ code }) => code.startsWith('compose_')).map(({ code, line }) => `${code} ${line}`),
  }
}

const nothing = { entrypoint: null, startArguments: null, startCommand: null, notes: [] }

test.each([
  ['command: serve --name "a b"', { startArguments: ['serve', '--name', 'a b'] }],
  ['command: ["serve", "a b", ""]', { startArguments: ['serve', 'a b', ''] }],
  ['command: ["env", "-S", "echo $$HOME && sleep 1"]', { startArguments: ['env', '-S', 'echo $HOME && sleep 1'] }],
  ['command: serve ${PORT:-80}', { startArguments: ['serve', '80'] }],
  ['entrypoint: /entry.sh -v', { entrypoint: ['/entry.sh', '-v'] }],
  ['entrypoint: ["/entry.sh"]\n    command: serve', { entrypoint: ['/entry.sh'], startArguments: ['serve'] }],
  ['entrypoint: ["/entry.sh"]\n    command: []', { entrypoint: ['/entry.sh'] }],
  // The entrypoint of the image is reset, so the command is the program.
  ['entrypoint: []\n    command: ["serve", "-v"]', { entrypoint: ['serve', '-v'] }],
  ['entrypoint: ""\n    command: serve', { entrypoint: ['serve'] }],
  // Docker uses the command of the image for an empty one.
  ['command: []', {}],
  ['command: ""', {}],
  ['command:', {}],
])('starts an image like Docker with %j', async (yaml, expected) => {
  expect(await start(`image: nginx\n    ${yaml}`)).toEqual({ ...nothing, ...expected })
})

test.each([
  ['command: serve ${SECRET} $MODE', { startArguments: ['serve', '${SECRET}', '$MODE'] }, 'compose_reference_kept 4'],
  ['command: migrate && serve', { startArguments: ['migrate'] }, 'compose_command_cut 4'],
  ['command: serve "open', {}, 'compose_value_invalid 4'],
  ['command: { a: b }', {}, 'compose_value_invalid 4'],
  ['command: [[a]]', {}, 'compose_value_invalid 4'],
  ['entrypoint: []', {}, 'compose_key_refused 4'],
  [`command: [${'a, '.repeat(100)}a]`, {}, 'compose_value_invalid 4'],
  [`command: [${'a'.repeat(4_001)}]`, {}, 'compose_value_invalid 4'],
])('says what differs for %j', async (yaml, expected, note) => {
  expect(await start(`image: nginx\n    ${yaml}`)).toEqual({ ...nothing, ...expected, notes: [note] })
})

const dockerfile = 'FROM node:24\nENTRYPOINT ["/entry.sh"]\nCMD ["default"]\n'

test('a built image keeps the entrypoint of its Dockerfile', async () => {
  const files = { Dockerfile: dockerfile, 'package.json': '{"scripts":{"start":"node x.js"}}', 'x.js': '' }
  expect(await start('build: .\n    command: serve', files)).toEqual({ ...nothing, startArguments: ['serve'] })
  expect(await start('build: .\n    entrypoint: /other', files)).toEqual({ ...nothing, entrypoint: ['/other'] })
  // Without a statement, the report shows what the Dockerfile says.
  expect(await start('build: .', files)).toEqual({ ...nothing, startCommand: '/entry.sh default' })
})

test('a generated image has no entrypoint, so its command is a line for a shell', async () => {
  const files = { 'package.json': '{"scripts":{"start":"node x.js"}}', 'x.js': '' }
  expect(await start('build: .\n    entrypoint: tini --\n    command: ["node", "a b"]', files)).toEqual({
    ...nothing,
    startCommand: "tini -- node 'a b'",
  })
})

test('a command that runs once stays a line for a shell', async () => {
  const text = `services:
  app:
    image: shop
    command: serve
    depends_on: { migrate: { condition: service_completed_successfully } }
  migrate:
    image: shop
    command: ["sh", "-c", "migrate && seed"]
`
  const { services } = await analyze(treeOf({ 'compose.yaml': text }))
  expect(services).toMatchObject([
    { name: 'app', startArguments: ['serve'], releaseCommand: "sh -c 'migrate && seed'" },
  ])
})
