import { expect, test } from 'vitest'
import { Folder } from '../../folder.ts'
import { Repository } from '../../repository.ts'
import { treeOf } from '../../tree.ts'
import { readManifest } from './manifest.ts'
import { findStart } from './start-script.ts'

async function startOf(scripts: Record<string, string>) {
  const folder = new Folder(new Repository(treeOf({ 'package.json': JSON.stringify({ scripts }) })), '.')
  const manifest = await readManifest(folder)
  const start = manifest === null ? null : findStart(manifest, 'npm')
  return start === null ? null : { command: start.command, release: start.release }
}

test.each([
  [{ start: 'node server.js' }, 'node server.js'],
  [{ start: 'cross-env NODE_ENV=production node dist/main.js' }, 'node dist/main.js'],
  [{ start: 'npm run build && node dist/index.js', build: 'tsc' }, 'node dist/index.js'],
  [{ start: 'npm run serve', serve: 'node app.js' }, 'node app.js'],
  [{ start: 'nest start', 'start:prod': 'node dist/main' }, 'node dist/main'],
  [{ start: 'nodemon index.js' }, 'node index.js'],
  [{ dev: 'node server', preview: 'cross-env NODE_ENV=production node server' }, 'node server'],
  [{ start: 'dotenv -e ../../.env -- next start' }, 'next start'],
  // The image has already run the build, however deep it is nested; the rest keeps its variables.
  [
    {
      start: 'npm run build && node dist/x.js',
      build: 'npm run clean && tsc && npm run views',
      clean: 'rimraf dist',
      views: 'cpy a b',
    },
    'node dist/x.js',
  ],
  [
    { start: 'npm run build:ts && LOG=info fastify start dist/app.js', 'build:ts': 'tsc' },
    'env LOG=info fastify start dist/app.js',
  ],
  [{ start: 'tsc && next start -p $PORT' }, 'next start -p $PORT'],
  // It needs its own variables, or a shell.
  [{ start: 'NODE_OPTIONS=--max-old-space-size=4096 node x.js' }, 'npm run start'],
  [{ start: 'node a.js | pino-pretty' }, 'npm run start'],
  [{ start: 'next start -p $PORT' }, 'npm run start'],
])('%j starts with %s', async (scripts, command) => {
  expect(await startOf(scripts)).toMatchObject({ command })
})

test.each(['vite preview', 'node server', 'NODE_ENV=production vite preview'])(
  'recognizes a preview by %s',
  async (preview) => {
    expect(await startOf({ preview })).toBeNull()
  },
)

test.each([
  'react-scripts start',
  'vite',
  'vite preview',
  'next dev',
  'ng serve',
  'tsx watch src/index.ts',
  'node --watch index.js',
  'concurrently "npm:server" "npm:client"',
  'turbo run start',
  'gatsby develop',
  'electron .',
])('%s is for development', async (start) => {
  expect(await startOf({ start })).toBeNull()
})

test('runs migrations before the server as a release command', async () => {
  expect(await startOf({ start: 'prisma migrate deploy && node dist/main' })).toEqual({
    command: 'node dist/main',
    release: 'prisma migrate deploy',
  })
})

test('ends with scripts that call each other in a circle', async () => {
  expect(await startOf({ start: 'npm run a', a: 'npm run b', b: 'npm run a' })).toMatchObject({
    command: 'npm run start',
  })
})
