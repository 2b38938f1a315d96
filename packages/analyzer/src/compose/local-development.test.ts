import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const json = (value: unknown) => JSON.stringify(value)
const app = {
  'package.json': json({ name: 'shop', scripts: { start: 'node server.js' }, dependencies: { express: '5' } }),
  'package-lock.json': '{}',
  'server.js': "const app = require('express')()\napp.listen(3000)",
}

async function read(files: Record<string, string>) {
  const { services, warnings, databases } = await analyze(treeOf({ ...app, ...files }))
  return {
    services: services.map(
      ({ name, builder, language, startCommand, startArguments, port, sharesImageWith, dockerfile }) => ({
        name,
        builder,
        language,
        startCommand,
        startArguments,
        port,
        sharesImageWith,
        target: dockerfile?.target ?? null,
      }),
    ),
    codes: new Set(warnings.map((one) => one.code)),
    databases: databases.map((one) => one.engine),
  }
}

test.each([
  ['a folder that the repository does not have', 'build: { context: ./vendor/laravel/sail/runtimes/8.4 }'],
  ['a Dockerfile for development', 'build: { context: ., dockerfile: Dockerfile.dev }'],
  ['a Dockerfile in a folder for development', 'build: { context: ., dockerfile: dev/docker/Dockerfile }'],
])('leaves services built from %s to the detectors and keeps databases', async (_, build) => {
  const compose = `services:\n  app:\n    ${build}\n    ports: ["80:80"]\n  watch:\n    image: node:22\n    volumes: ["./:/app"]\n    command: npm run watch\n  db:\n    image: postgres:17\n`
  const found = await read({
    'compose.yaml': compose,
    'Dockerfile.dev': 'FROM node:22',
    'dev/docker/Dockerfile': 'FROM node:22',
  })
  expect(found.services).toMatchObject([{ name: 'shop', builder: 'auto', startCommand: 'node server.js', port: 3000 }])
  expect(found.codes).toContain('compose_service_left_out')
  expect(found.databases).toEqual(['postgres'])
})

test('replaces a command that watches mounted code, and a development stage, by those of the image', async () => {
  const compose = (volumes: string) =>
    `services:\n  app:\n    build: { context: ., target: development }\n    command: npm run dev\n    ports: ["3000:3000"]\n    volumes: ${volumes}\n`
  const dockerfile = 'FROM node:22 AS development\nCMD ["npm", "run", "dev"]\nFROM node:22\nCMD ["node", "server.js"]'
  const mounted = await read({ 'compose.yaml': compose('[".:/app"]'), Dockerfile: dockerfile })
  expect(mounted.services).toMatchObject([{ name: 'app', startCommand: 'node server.js', target: null }])
  const plain = await read({ 'compose.yaml': compose('["data:/data"]'), Dockerfile: dockerfile })
  expect(plain.services).toMatchObject([{ name: 'app', startCommand: null, startArguments: ['npm', 'run', 'dev'] }])
})

test('builds the image that the project itself publishes from the repository, once', async () => {
  const compose =
    'services:\n  web:\n    image: ghcr.io/acme/shop:latest\n    ports: ["8080:3000"]\n  jobs:\n    image: ghcr.io/acme/shop:latest\n    command: node jobs.js\n  search:\n    image: getmeili/meilisearch:v1\n'
  const found = await read({ 'compose.yaml': compose, Dockerfile: 'FROM node:22\nCMD ["node", "server.js"]' })
  expect(found.services).toMatchObject([
    { name: 'web', builder: 'dockerfile', language: 'node', port: 3000, sharesImageWith: null },
    { name: 'jobs', builder: 'dockerfile', startArguments: ['node', 'jobs.js'], sharesImageWith: 'web' },
    { name: 'search', builder: 'image' },
  ])
  expect(found.codes).toContain('compose_image_built')
  // A generated image has no entrypoint, so the command is a line for a shell.
  const generated = await read({ 'compose.yaml': compose })
  expect(generated.services).toMatchObject([
    { name: 'web', builder: 'auto', startCommand: 'node server.js', startArguments: null },
    { name: 'jobs', builder: 'auto', startCommand: 'node jobs.js', startArguments: null },
    { name: 'search', builder: 'image' },
  ])
})

test('a Dockerfile around a monorepo determines the language', async () => {
  const found = await analyze(
    treeOf({
      'package.json': json({ workspaces: ['apps/*'] }),
      'apps/web/package.json': json({ name: 'web', scripts: { start: 'next start' }, dependencies: { next: '16' } }),
      'compose.yaml': 'services:\n  product:\n    build: .\n    ports: ["3000:3000"]\n',
      Dockerfile: 'FROM node:22\nCMD ["./start.sh"]',
    }),
  )
  expect(found.services).toMatchObject([
    { name: 'product', rootDirectory: '.', language: 'node', framework: 'next', startCommand: './start.sh' },
  ])
})

test('ignores Dockerfiles for tests and packages', async () => {
  const found = await read({
    'Dockerfile.playwright': 'FROM mcr.microsoft.com/playwright',
    'packaging/debian/Dockerfile': 'FROM debian',
    'docker/cli/Dockerfile': 'FROM alpine',
  })
  expect(found.services).toMatchObject([{ name: 'shop', builder: 'auto' }])
})
