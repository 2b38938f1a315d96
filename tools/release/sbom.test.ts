import { expect, test } from 'vitest'
import { parseDebianPackage, parseGoModules, parsePrograms } from './sbom.ts'

test('a Debian package is named with its version and architecture', () => {
  const control = 'Package: git\nVersion: 1:2.39.5-0+deb12u2\nArchitecture: arm64\nDescription: fast\n more text\n'
  expect(parseDebianPackage(control).purl).toBe('pkg:deb/debian/git@1%3A2.39.5-0%2Bdeb12u2?arch=arm64')
  expect(() => parseDebianPackage('Description: nothing')).toThrow('no name')
})

test('direct and indirect Go modules are listed', () => {
  const goMod =
    'module example.org/x\n\ngo 1.26\n\nrequire github.com/a/b v1.2.3\n\nrequire (\n\tgolang.org/x/net v0.1.0 // indirect\n)\n'
  expect(parseGoModules(goMod).map((each) => each.purl)).toEqual([
    'pkg:golang/github.com/a/b@v1.2.3',
    'pkg:golang/golang.org/x/net@v0.1.0',
  ])
})

test('base images are named without their digest', () => {
  const [program] = parsePrograms([`docker/buildx-bin:0.29.1@sha256:${'a'.repeat(64)}`], 'amd64')
  expect(program).toMatchObject({ name: 'docker/buildx-bin', version: '0.29.1' })
})
