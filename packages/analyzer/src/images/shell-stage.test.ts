import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const go = {
  'go.mod': 'module example.com/app\n\ngo 1.26\n',
  'main.go': 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":8080", nil) }\n',
}
const rust = {
  'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\naxum = "0.8"\n',
  'src/main.rs': 'fn main() { let listener = TcpListener::bind("0.0.0.0:3000"); }\n',
}

test.each([
  ['Go', go],
  ['Rust', rust],
])('the small image of a program in %s has a shell for its commands', async (_language, files) => {
  const { services } = await analyze(treeOf(files))
  const text = services[0]?.dockerfile?.text ?? ''
  const run = text.slice(text.lastIndexOf('FROM '))
  expect(run).toContain('distroless')
  expect(run).toContain('COPY --from=shell /bin/busybox /bin/sh')
})
