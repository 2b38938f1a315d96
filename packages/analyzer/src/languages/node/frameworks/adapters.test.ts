import { expect, test } from 'vitest'
import { analyze } from '../../../analyze.ts'
import { treeOf } from '../../../tree.ts'

const manifest = (adapter: string) =>
  JSON.stringify({
    name: 'shop',
    scripts: { build: 'vite build' },
    devDependencies: { '@sveltejs/kit': '2', [`@sveltejs/adapter-${adapter}`]: '5', vite: '8' },
  })
const settings = (adapter: string, options = '') =>
  [
    `import adapter from '@sveltejs/adapter-${adapter}'`,
    "import { sveltekit } from '@sveltejs/kit/vite'",
    `export default { plugins: [sveltekit({ adapter: adapter({ ${options} }) })] }`,
  ].join('\n')

test('SvelteKit: reads the folder of adapter-node from the Vite settings', async () => {
  const files = { 'package.json': manifest('node'), 'vite.config.ts': settings('node', "out: 'served'") }
  expect((await analyze(treeOf(files))).services).toMatchObject([{ startCommand: 'node served' }])
})

test('SvelteKit: reads an adapter for another platform from the Vite settings', async () => {
  const files = { 'package.json': manifest('vercel'), 'vite.config.ts': settings('vercel') }
  const { warnings } = await analyze(treeOf(files))
  expect(warnings.map(({ code }) => code)).toContain('foreign_adapter')
})
