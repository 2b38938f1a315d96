import { expect, test } from 'vitest'
import { analyze } from '../../../analyze.ts'
import { treeOf } from '../../../tree.ts'

const manifest = (scripts: Record<string, string> = {}) =>
  JSON.stringify({
    name: 'shop',
    scripts: { build: 'qwik build', start: 'vite --open --mode ssr', ...scripts },
    devDependencies: { '@builder.io/qwik': '1', '@builder.io/qwik-city': '1', vite: '7' },
  })

test('starts the entry of an adapter', async () => {
  const files = {
    'package.json': manifest({ serve: 'node server/entry.express' }),
    'src/entry.express.tsx': 'export default {}',
  }
  const { services } = await analyze(treeOf(files))
  expect(services).toMatchObject([
    {
      kind: 'web',
      framework: 'qwik',
      port: 3000,
      buildCommand: 'npm run build',
      startCommand: 'node server/entry.express',
    },
  ])
  expect(services[0]?.dockerfile?.text).toContain('COPY package.json')
  expect(services[0]?.dockerfile?.text, 'its starter lists packages of the server for development').not.toMatch(
    /prune|omit=dev/,
  )
})

test('the static adapter creates files', async () => {
  const files = { 'package.json': manifest(), 'adapters/static/vite.config.ts': 'export default {}' }
  const { services } = await analyze(treeOf(files))
  expect(services).toMatchObject([{ kind: 'static', framework: 'qwik', outputDirectory: 'dist' }])
})

test('warns without an adapter and explains how to add one', async () => {
  const { services, warnings } = await analyze(treeOf({ 'package.json': manifest() }))
  expect(services).toMatchObject([{ kind: 'web', framework: 'qwik' }])
  expect(warnings.map(({ code }) => code)).toContain('no_server_adapter')
})
