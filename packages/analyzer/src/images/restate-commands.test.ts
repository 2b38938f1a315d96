import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const manifest = { name: 'shop', scripts: { start: 'node server.js', build: 'node build.js' } }

async function dockerfileWith(build: object, scripts: object = manifest.scripts): Promise<string> {
  const files = {
    'package.json': JSON.stringify({ ...manifest, scripts }),
    'package-lock.json': '{}',
    'server.js': "require('node:http').createServer().listen(3000)\n",
    'longshore.yaml': JSON.stringify({ version: 1, services: { web: { build, port: 3000 } } }),
  }
  return (await analyze(treeOf(files))).services[0]?.dockerfile?.text ?? ''
}

test('stated commands replace the detected ones', async () => {
  const text = await dockerfileWith({ install: 'npm install', command: 'npm run bundle' })
  expect(text).toContain('\n    npm install\n')
  expect(text).toContain('RUN npm run bundle\n')
  expect(text).not.toContain('npm ci')
  expect(text).not.toContain('npm run build')
})

test('a build command where none was detected runs before the code is copied', async () => {
  const text = await dockerfileWith({ command: 'node generate.js' }, { start: 'node server.js' })
  const build = text.slice(text.indexOf('FROM packages AS build'), text.indexOf('AS run'))
  expect(build).toContain('COPY . .\nRUN node generate.js\n')
  expect(text).toContain('COPY --from=build --chown=node:node /app /app')
  expect(text).not.toContain('COPY --chown=node:node . /app')
  expect(text, 'the build can use development packages').not.toContain('--omit=dev')
})

test('keeps the text without stated commands', async () => {
  const text = await dockerfileWith({})
  expect(text).toContain('npm ci')
  expect(text).toContain('npm run build')
})
