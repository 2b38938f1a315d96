import { expect, test } from 'vitest'
import { readOptions, replacementOf } from './options.ts'

const environment = {
  RELEASE_BASE_URL: 'https://releases.example/',
  RELEASE_IMAGE: 'registry.example/longshore',
  RELEASE_KEY: 'cosign.key',
  RELEASE_SOURCE: 'https://git.example/longshore',
}

test('a release is a dry run unless it is published on purpose', () => {
  const options = readOptions(['1.2.3'], environment)
  expect(options).toMatchObject({ version: '1.2.3', isPublished: false, baseUrl: 'https://releases.example' })
  expect(readOptions(['1.2.3', '--publish'], environment).isPublished).toBe(true)
})

test.each([[[]], [['v1.2.3']], [['1.2']], [['1.2.3', '1.2.4']], [['1.2.3', '--base', 'NODE_IMAGE']]])(
  'these arguments are refused: %s',
  (args) => {
    expect(() => readOptions(args, environment)).toThrow()
  },
)

test('each address has to be configured', () => {
  for (const name of Object.keys(environment))
    expect(() => readOptions(['1.2.3'], { ...environment, [name]: '' })).toThrow('is missing')
})

test('a replacement for one architecture comes before the one for all', () => {
  const { bases } = readOptions(['1.2.3', '--base', 'NODE_IMAGE=a', '--base', 'arm64:NODE_IMAGE=b'], environment)
  expect(replacementOf(bases, 'amd64', 'NODE_IMAGE')).toBe('a')
  expect(replacementOf(bases, 'arm64', 'NODE_IMAGE')).toBe('b')
})
