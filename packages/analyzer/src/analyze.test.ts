import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'
import { reportSchema } from './report.schemas.ts'
import { treeOf } from './tree.ts'

const express = JSON.stringify({ name: 'api', scripts: { start: 'node index.js' }, dependencies: { express: '^4' } })
const vite = JSON.stringify({ name: 'ui', scripts: { build: 'vite build' }, devDependencies: { vite: '^6' } })
const server = "require('express')().listen(process.env.PORT || 4000)\n"
const page = '<!doctype html><html></html>'

test('ignores tests, examples, and third-party packages next to an app', async () => {
  const report = await analyze(
    treeOf({
      'package.json': express,
      'index.js': server,
      'examples/basic/package.json': express,
      'examples/basic/index.js': server,
      'node_modules/x/package.json': express,
      'node_modules/x/index.js': server,
      'test/fixtures/app/package.json': express,
      'test/fixtures/app/index.js': server,
    }),
  )
  expect(report.services.map((one) => one.rootDirectory)).toEqual(['.'])
})

test('analyzes only the root directory and uses the lockfile above it', async () => {
  const files = {
    'package.json': JSON.stringify({ private: true, workspaces: ['apps/*'] }),
    'yarn.lock': '',
    'apps/api/package.json': express,
    'apps/api/index.js': server,
    'apps/ui/package.json': vite,
    'apps/ui/index.html': page,
  }
  expect((await analyze(treeOf(files))).services.map((one) => one.name)).toEqual(['api', 'ui'])
  const [only, ...others] = (await analyze(treeOf(files), { rootDirectory: './apps/api/' })).services
  expect(others).toEqual([])
  expect(only).toMatchObject({ rootDirectory: 'apps/api', packageManager: 'yarn', port: 4000 })
})

test('a server and the bundler next to it are one app', async () => {
  const both = JSON.stringify({ ...JSON.parse(vite), ...JSON.parse(express), devDependencies: { vite: '^6' } })
  const { services } = await analyze(treeOf({ 'package.json': both, 'index.js': server, 'index.html': page }))
  expect(services).toMatchObject([{ kind: 'web', framework: 'express' }])
})

test('names are valid in DNS and unique', async () => {
  const files = Object.fromEntries(
    ['a/Wéb_App', 'b/Wéb_App', 'c/Wéb_App', `d/${'x'.repeat(100)}`].flatMap((folder) => [
      [`${folder}/package.json`, express],
      [`${folder}/index.js`, server],
    ]),
  )
  const report = await analyze(treeOf(files))
  expect(reportSchema.safeParse(report).success).toBe(true)
  expect(new Set(report.services.map((one) => one.name)).size).toBe(4)
})

const anything = fc.oneof(fc.json(), fc.string(), fc.constantFrom(express, vite, server, page, '', '{', '[]', 'null'))
const names = fc.constantFrom(
  'package.json', 'index.js', 'index.html', 'deno.json', 'pnpm-workspace.yaml', 'nx.json', 'lerna.json', 'turbo.json', 'angular.json', 'nest-cli.json',
  'project.json', 'next.config.js', 'vite.config.ts', '.nvmrc', 'Cargo.toml', 'pyproject.toml', 'go.work', 'go.mod', 'Gemfile', 'composer.json', 'pom.xml',
  'mix.exs', 'Procfile', 'app.json', 'Dockerfile', 'docker-compose.yml', 'longshore.yaml', '.env.example', 'requirements.txt', 'apps/a/package.json',
) // biome-ignore format: one list

test('always returns a report that matches its schema', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, anything, { maxKeys: 8 }), async (files) => {
      const report = await analyze(treeOf(files))
      const parsed = reportSchema.safeParse(report)
      expect(parsed.error?.issues ?? []).toEqual([])
    }),
    { numRuns: 300 },
  )
})
