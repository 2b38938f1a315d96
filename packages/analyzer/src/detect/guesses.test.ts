import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const json = (value: unknown) => JSON.stringify(value)

async function services(files: Record<string, string>) {
  const { services: found, warnings } = await analyze(treeOf(files))
  const isGuess = warnings.some((one) => one.code === 'start_command_guessed')
  return found.map(({ rootDirectory, language, startCommand, confidence }) => ({
    rootDirectory,
    language,
    startCommand,
    isGuess: isGuess && confidence <= 0.5,
  }))
}

test('guesses a program without a start script', async () => {
  const found = await services({ 'package.json': json({ main: 'index.js' }), 'index.js': 'console.log(1)' })
  expect(found).toEqual([{ rootDirectory: '.', language: 'node', startCommand: 'node index.js', isGuess: true }])
})

test.each([
  ['exports', { main: 'index.js', exports: './index.js' }],
  ['files', { main: 'index.js', files: ['index.js'] }],
  ['a script for the registry', { main: 'index.js', scripts: { prepublishOnly: 'x' } }],
])('a published package is not a program: %s', async (_, manifest) => {
  expect(await services({ 'package.json': json(manifest), 'index.js': 'module.exports = 1' })).toEqual([])
})

test('Bun runs the TypeScript entry of the manifest, whatever else is built', async () => {
  const manifest = { module: 'index.ts', private: true, scripts: { build: 'tsc --noEmit' } }
  const found = await services({ 'package.json': json(manifest), 'index.ts': 'console.log(1)', 'bun.lock': '{}' })
  expect(found).toMatchObject([{ startCommand: 'bun index.ts', isGuess: true }])
})

test('guesses nothing next to a certain app', async () => {
  const found = await services({
    'package.json': json({ main: 'index.js' }),
    'index.js': 'console.log(1)',
    'api/package.json': json({ scripts: { start: 'node server.js' }, dependencies: { express: '5' } }),
    'api/server.js': "const app = require('express')()\napp.listen(3000)",
  })
  expect(found).toMatchObject([{ rootDirectory: 'api', isGuess: false }])
})

test('finds the programs of a Cargo workspace, but not its libraries', async () => {
  const found = await services({
    'Cargo.toml': '[workspace]\nmembers = ["one", "two"]',
    'one/Cargo.toml': '[package]\nname = "one"',
    'one/src/main.rs': 'fn main() {}',
    'two/Cargo.toml': '[package]\nname = "two"',
    'two/src/lib.rs': '',
  })
  expect(found).toMatchObject([{ rootDirectory: 'one', startCommand: './target/release/one', isGuess: true }])
})

test('runs start.sh in the shell that it names', async () => {
  expect(await services({ 'start.sh': '#!/usr/bin/env bash\necho hi' })).toMatchObject([
    { language: 'shell', startCommand: 'bash start.sh', isGuess: true },
  ])
})

test('recognizes C++ and warns that there is no builder for it', async () => {
  const files = { 'CMakeLists.txt': 'project(x)\nadd_executable(hello main.cpp)', 'main.cpp': 'int main() {}' }
  expect(await services(files)).toMatchObject([{ language: 'c++', startCommand: 'build/hello' }])
  expect((await analyze(treeOf(files))).warnings.map((one) => one.code)).toContain('builder_unknown')
})

test('the root of a workspace is an app if it starts its own code, not if it only lists packages', async () => {
  const member = { 'packages/a/package.json': json({ name: 'a' }), 'packages/a/index.js': 'module.exports = 1' }
  const start = (script: string) => json({ workspaces: ['packages/*'], scripts: { start: script } })
  expect(
    await services({ ...member, 'package.json': start('node index.js'), 'index.js': 'console.log(1)' }),
  ).toMatchObject([{ rootDirectory: '.', startCommand: 'node index.js', isGuess: false }])
  expect(await services({ ...member, 'package.json': json({ workspaces: ['packages/*'] }) })).toEqual([])
  const next = {
    'package.json': json({ workspaces: ['apps/*'], dependencies: { next: '16' } }),
    'eslint.config.mjs': '',
    'apps/web/package.json': json({
      name: 'web',
      scripts: { build: 'next build', start: 'next start' },
      dependencies: { next: '16' },
    }),
    'apps/web/app/page.tsx': '',
  }
  expect(await services(next)).toMatchObject([{ rootDirectory: 'apps/web' }])
})
