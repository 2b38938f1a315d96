import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { defaultExampleImage, exampleService } from './example-app.policy.ts'

test('runs on the base image of the release, so that its version is locked with the others', async () => {
  const lock = JSON.parse(await readFile(new URL('../../../../../deploy/images.lock.json', import.meta.url), 'utf8'))
  const images = lock.images.map(({ name, tag }: { name: string; tag: string }) => `${name}:${tag}`)
  expect(images).toContain(defaultExampleImage)
})

test('starts a script that Node.js can read', () => {
  const { command, source } = exampleService('registry.example/node:24')
  const [program, option, script = ''] = command ?? []
  expect([program, option, source]).toEqual(['node', '-e', { builder: 'image', image: 'registry.example/node:24' }])
  expect(() => new Function('require', 'process', script)).not.toThrow()
})
