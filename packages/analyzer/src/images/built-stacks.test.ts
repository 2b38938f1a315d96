import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'
import { isBuiltStack, stacks } from './built-stacks.ts'

test.each([
  ['node', 'express', true],
  ['static', null, true],
  ['node', 'nuxt', false],
  ['node', 'written-tomorrow', false],
  ['cobol', null, false],
  ['constructor', 'name', false],
])('%s with %s was built: %s', (runtime, framework, isBuilt) => {
  expect(isBuiltStack(runtime, framework)).toBe(isBuilt)
})

test('sorts frameworks after programs without one', () => {
  for (const frameworks of Object.values(stacks)) {
    const [first, ...rest] = Object.keys(frameworks)
    expect(first).toBe('plain')
    expect(rest).toEqual(rest.toSorted())
  }
})

async function experimental(files: Record<string, string>) {
  const { services } = await analyze(treeOf(files))
  return services.map(({ dockerfile }) => dockerfile?.experimental)
}

const express = {
  'package.json': '{"name":"shop","scripts":{"start":"node server.js"},"dependencies":{"express":"^5"}}',
  'package-lock.json': '{}',
  'server.js': "import express from 'express'\nexpress().listen(3000)\n",
}
const hapi = Object.fromEntries(
  Object.entries(express).map(([path, text]) => [path, text.replaceAll('express', '@hapi/hapi')]),
)

test('a generated Dockerfile states whether its stack was ever built', async () => {
  expect(await experimental(express)).toEqual([false])
  expect(await experimental(hapi)).toEqual([true])
})

test('Bun and Node.js are different stacks', async () => {
  const package_ = express['package.json'].replace('node server.js', 'bun server.js')
  expect(await experimental({ ...express, 'package.json': package_ })).toEqual([true])
})

test('a Dockerfile of the repository is not ours to judge', async () => {
  expect(await experimental({ ...hapi, Dockerfile: 'FROM node:24-slim\nCMD ["node", "server.js"]\n' })).toEqual([
    undefined,
  ])
})
