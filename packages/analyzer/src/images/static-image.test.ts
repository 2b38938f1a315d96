import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'
import { staticPort } from './static-image.ts'

const trees: Record<string, Record<string, string>> = {
  html: { 'index.html': '<!doctype html><h1>a page</h1>' },
  vite: {
    'package.json': '{"name":"page","scripts":{"build":"vite build"},"devDependencies":{"vite":"7.0.0"}}',
    'index.html': '<!doctype html><script type="module" src="/main.js"></script>',
  },
  mkdocs: { 'mkdocs.yml': 'site_name: Manual\n', 'docs/index.md': '# Manual\n', 'requirements.txt': 'mkdocs==1.6.1\n' },
  jekyll: { '_config.yml': 'title: Blog\n', Gemfile: "gem 'jekyll'\n", '_posts/2026-01-01-a.md': '# A\n' },
  trunk: {
    'Cargo.toml': '[package]\nname = "page"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nyew = "0.21"\n',
    'index.html': '<!doctype html><link data-trunk rel="rust" />',
    'src/main.rs': 'fn main() {}\n',
  },
  blazor: {
    'Page.csproj':
      '<Project Sdk="Microsoft.NET.Sdk.BlazorWebAssembly"><PropertyGroup><TargetFramework>net9.0</TargetFramework></PropertyGroup></Project>',
    'Program.cs': 'var builder = WebAssemblyHostBuilder.CreateDefault(args);\n',
  },
}

test.each(Object.entries(trees))('%s: serves files without privileges, on the given port', async (_, files) => {
  const [service] = (await analyze(treeOf(files))).services
  expect(service).toMatchObject({ kind: 'static', port: staticPort })
  const last = service?.dockerfile?.text?.split(/^FROM /m).at(-1) ?? ''
  // Caddy's own image sets a file capability that the program needs to start; our containers have none.
  expect(last).toMatch(/^alpine:/)
  expect(last).toContain(`EXPOSE ${staticPort}\n`)
  expect(last).toMatch(/^USER 10001:10001$/m)
})
