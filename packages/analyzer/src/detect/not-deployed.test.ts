import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const json = (value: unknown) => JSON.stringify(value)
const express = { 'server.js': "const app = require('express')()\napp.listen(3000)" }
const api = json({ name: 'api', scripts: { start: 'node server.js' }, dependencies: { express: '5' } })

async function found(files: Record<string, string>) {
  const { services } = await analyze(treeOf(files))
  return services.map(({ kind, rootDirectory, startCommand }) => ({ kind, rootDirectory, startCommand }))
}

test('recognizes example folders by various names', async () => {
  const files = {
    'package.json': api,
    ...express,
    'extra/push-examples/js/package.json': json({ scripts: { start: 'node index.js' } }),
    'extra/push-examples/js/index.js': 'fetch("x")',
  }
  expect(await found(files)).toMatchObject([{ rootDirectory: '.' }])
})

test('ignores a start script that runs a mock server for tests', async () => {
  const files = {
    'package.json': api,
    ...express,
    'tracker/package.json': json({ scripts: { start: 'node test/support/server.js' } }),
    'tracker/test/support/server.js': "require('http').createServer().listen(1)",
  }
  expect(await found(files)).toMatchObject([{ rootDirectory: '.' }])
})

test('a library for Next.js apps is not an app', async () => {
  const files = {
    'package.json': json({ workspaces: ['apps/*', 'packages/*'] }),
    'apps/web/package.json': json({ name: 'web', scripts: { start: 'next start' }, dependencies: { next: '16' } }),
    'packages/router/package.json': json({ name: 'router', dependencies: { next: '16' } }),
    'packages/router/index.ts': 'export const x = 1',
  }
  expect(await found(files)).toMatchObject([{ rootDirectory: 'apps/web' }])
})

test('a package named worker that listens internally is a worker', async () => {
  const files = {
    'package.json': json({ name: '@shop/worker', scripts: { start: 'node index.js' } }),
    'index.js': "require('http').createServer().listen(0, '127.0.0.1')",
  }
  expect(await found(files)).toMatchObject([{ kind: 'worker' }])
})

test('packages for PyPI and hex.pm are not deployed', async () => {
  const python =
    '[project]\nname = "lib"\nclassifiers = ["Development Status :: 4 - Beta"]\n[project.scripts]\nlib = "lib:main"'
  expect(await found({ 'pyproject.toml': python, 'src/lib/cli.py': 'if __name__ == "__main__":\n  main()' })).toEqual(
    [],
  )
  const mix =
    'def project do\n  [app: :lib,\n   package: package()]\nend\ndef application do\n  [mod: {Lib.App, []}]\nend'
  expect(await found({ 'mix.exs': mix, 'lib/lib.ex': 'defmodule Lib do\nend' })).toEqual([])
})

test('guesses a program that only declares its script', async () => {
  const python = '[project]\nname = "tool"\n[project.scripts]\ntool = "tool:main"'
  expect(await found({ 'pyproject.toml': python, 'src/tool/__init__.py': 'def main(): pass' })).toMatchObject([
    { kind: 'worker', startCommand: 'tool' },
  ])
})

test("does not call programs that only Heroku's images contain", async () => {
  const files = {
    'composer.json': json({ require: { 'slim/slim': '4' } }),
    'web/index.php': '<?php',
    Procfile: 'web: heroku-php-apache2 web/',
  }
  expect((await found(files))[0]?.startCommand).toContain('frankenphp php-server')
})

test('reads the complete port that a Go program takes from its settings', async () => {
  const main =
    'package main\nimport "github.com/labstack/echo/v4"\nfunc main() {\n  viper.SetDefault("port", 8081)\n  limit(1, 65535)\n  e.Start(addr)\n}'
  const files = { 'go.mod': 'module x\n\ngo 1.25\n\nrequire github.com/labstack/echo/v4 v4.1.0', 'main.go': main }
  expect((await analyze(treeOf(files))).services[0]?.port).toBe(8081)
})

test('FastHTML serves requests', async () => {
  const files = {
    'requirements.txt': 'python-fasthtml',
    'main.py': 'from fasthtml.common import *\napp, rt = fast_app()\nserve()',
  }
  expect(await found(files)).toMatchObject([
    { kind: 'web', startCommand: 'uvicorn main:app --host 0.0.0.0 --port 5001' },
  ])
})
