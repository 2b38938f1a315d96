import { expect, test } from 'vitest'
import { isLower, replaceVersion } from './version.ts'

const versions = { previous: '0.1.0', version: '0.2.0' }

test('only the version of the package changes in a manifest', () => {
  const text = '{ "version": "0.1.0", "dependencies": { "other": "0.1.0" } }'
  expect(replaceVersion('apps/cli/package.json', text, versions)).toBe(text.replace('0.1.0', '0.2.0'))
})

test('commands for people name the new image and package', () => {
  const text = 'docker run longshore-server:0.1.0 and npx longshore@0.1.0, not other:0.1.0'
  const changed = 'docker run longshore-server:0.2.0 and npx longshore@0.2.0, not other:0.1.0'
  expect(replaceVersion('README.md', text, versions)).toBe(changed)
})

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['1.0.0', '1.0.0', false],
])('%s is lower than %s: %s', (one, other, expected) => {
  expect(isLower(one, other)).toBe(expected)
})
