import { expect, test } from 'vitest'
import { analyze } from '../../../analyze.ts'
import { treeOf } from '../../../tree.ts'

const rspack = JSON.stringify({
  name: 'shop',
  scripts: { build: 'rspack build', dev: 'rspack dev' },
  devDependencies: { '@rspack/cli': '2', '@rspack/core': '2' },
})

test('Rspack with a page is a site', async () => {
  const { services } = await analyze(treeOf({ 'package.json': rspack, 'index.html': '<div id="root"></div>' }))
  expect(services).toMatchObject([
    { kind: 'static', framework: 'rspack', buildCommand: 'npm run build', outputDirectory: 'dist' },
  ])
})

test('Rspack without a page builds a library', async () => {
  const { services } = await analyze(treeOf({ 'package.json': rspack, 'src/index.ts': 'export const x = 1' }))
  expect(services.map(({ kind }) => kind)).not.toContain('static')
})
