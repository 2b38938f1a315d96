import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../source-files.ts'
import { run } from './run.ts'
import { isLower, replaceVersion, setVersion } from './version.ts'

const versions = { previous: '0.1.0', version: '0.2.0' }

test('only the version of the package changes in a manifest', () => {
  const text = '{ "version": "0.1.0", "dependencies": { "other": "0.1.0" } }'
  expect(replaceVersion('apps/cli/package.json', text, versions)).toBe(text.replace('0.1.0', '0.2.0'))
})

test('commands for people name the new image, package, and action', () => {
  const text = 'docker run longshore-server:0.1.0, npx longshore@0.1.0, uses: x/longshore/action@0.1.0, not other:0.1.0'
  const changed =
    'docker run longshore-server:0.2.0, npx longshore@0.2.0, uses: x/longshore/action@0.2.0, not other:0.1.0'
  expect(replaceVersion('README.md', text, versions)).toBe(changed)
})

test('the files that people copy into their CI get the new version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-version-'))
  const guides = join(folder, 'docs/guides')
  const pages = ['deploy-from-ci.md', 'github-action.yml', 'gitlab-template.yml']
  try {
    await run(['git', 'init', '--quiet', folder])
    await mkdir(guides, { recursive: true })
    await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
    for (const name of pages) await copyFile(join(root, 'docs/guides', name), join(guides, name))
    await run(['git', '-C', folder, 'add', '--all'])
    const changed = await setVersion(folder, '987.6.5')
    expect(changed).toEqual([...pages.map((name) => `docs/guides/${name}`), 'package.json'])
    for (const name of pages) {
      const named = [...(await readFile(join(guides, name), 'utf8')).matchAll(/longshore(?:\/action)?@([\w.]+)/g)]
      const versions = named.map(([, version = '']) => version).filter((version) => version !== 'VERSION')
      expect(new Set(versions)).toEqual(new Set(['987.6.5']))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['1.0.0', '1.0.0', false],
])('%s is lower than %s: %s', (one, other, expected) => {
  expect(isLower(one, other)).toBe(expected)
})
