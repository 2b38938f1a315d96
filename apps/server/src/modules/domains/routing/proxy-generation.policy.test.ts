/** A changed proxy must get a higher generation, by which workers of two releases agree which one the servers run. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proxyGeneration } from '@longshore/remote/proxy'
import { expect, test } from 'vitest'
import { compileProxyConfiguration } from './proxy-configuration.policy.ts'
import { RouteOptions } from './route-options.schemas.ts'

const root = join(import.meta.dirname, '../../../../../..')
const known = { generation: 11, hash: '0ae5fbc00caf551c' }

function hashOfProxy(): string {
  const folder = join(root, 'packages/proxy')
  const names = readdirSync(folder).filter((name) => /\.go$|^go\.(?:mod|sum)$/.test(name) && !name.endsWith('_test.go'))
  const files = [
    ...names.toSorted().map((name) => join(folder, name)),
    join(root, 'packages/remote/src/proxy/proxy-container.ts'),
    join(root, 'packages/remote/src/proxy/image-archive.ts'),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file)).update('\0')
  const authority = { directory: 'https://acme.example.org', roots: null, email: null }
  hash.update(compileProxyConfiguration({ routes: [], system: null, authority }))
  return hash.update(Object.keys(RouteOptions.shape).toSorted().join()).digest('hex').slice(0, 16)
}

test('raise proxyGeneration in packages/remote and write both numbers here when the proxy changes', () => {
  expect({ generation: proxyGeneration, hash: hashOfProxy() }).toEqual(known)
})
