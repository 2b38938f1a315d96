import { expect, test } from 'vitest'
import { analyze } from '../../analyze.ts'
import { treeOf } from '../../tree.ts'

const site = { 'hugo.toml': "title = 'Journal'\n", 'content/_index.md': '# Home\n' }

async function servicesOf(files: Record<string, string>) {
  return (await analyze(treeOf(files))).services
}

test('builds a Hugo site with its program and serves it as files', async () => {
  const [service] = await servicesOf(site)
  expect(service).toMatchObject({
    kind: 'static', framework: 'hugo', builder: 'static', buildCommand: 'hugo --gc --minify', startCommand: null, outputDirectory: 'public',
  }) // biome-ignore format: one line
  expect(service?.dockerfile?.text).toContain('FROM ghcr.io/gohugoio/hugo:v0.164.0 AS build\nUSER root\nWORKDIR /src')
  expect(service?.dockerfile?.text).toContain('COPY --from=build /src/public /srv')
})

test('reads the folder from its settings, the version from other files, and installs packages for PostCSS', async () => {
  const [service] = await servicesOf({
    ...site,
    'hugo.toml': "publishDir = 'dist/site'\n",
    'netlify.toml': '[build.environment]\n  HUGO_VERSION = "0.156.0"\n',
    'package.json': '{"devDependencies":{"postcss-cli":"^11"}}',
    'package-lock.json': '{}',
  })
  expect(service).toMatchObject({ outputDirectory: 'dist/site', version: '0.156.0' })
  expect(service?.dockerfile?.text).toMatch(
    /FROM ghcr\.io\/gohugoio\/hugo:v0\.156\.0 AS build\n[\s\S]*npm ci\n[\s\S]*hugo --gc --minify/,
  )
})

test('replaces a version without an image', async () => {
  const [service] = await servicesOf({ ...site, '.tool-versions': 'hugo 0.92.0\n' })
  expect(service?.version).toBe('0.92.0')
  expect(service?.dockerfile?.text).toContain('FROM ghcr.io/gohugoio/hugo:v0.164.0 AS build')
})

test.each([
  ['settings in a folder of their own', { 'config/_default/hugo.yaml': 'title: a\n', 'content/a.md': '' }, ['.']],
  ['the old name with a base URL', { 'config.toml': 'baseURL = "https://a.example/"\n', 'content/a.md': '' }, ['.']],
  ['Hugo modules', { ...site, 'go.mod': 'module example.com/site\n\ngo 1.24\n' }, ['.']],
  ['settings of another program', { 'config.toml': 'port = 1\n', 'content/a.md': '' }, []],
  ['a theme', { 'theme.toml': '', 'exampleSite/hugo.toml': 'theme = "a"\n', 'exampleSite/content/a.md': '' }, []],
])('%s', async (_what, files, roots) => {
  const services = await servicesOf(files)
  expect(services.map(({ rootDirectory }) => rootDirectory)).toEqual(roots)
})
