import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { runCli } from '../run-cli.ts'

/** An instance with an empty organization. */
async function startInstance() {
  const writes: string[] = []
  const organization = { id: 'org_1', name: 'Acme', quotas: {}, version: 1 }
  const server = createServer(({ method, url = '' }, response) => {
    if (method !== 'GET') writes.push(`${method} ${url}`)
    const path = new URL(url, 'http://localhost').pathname.replace('/api/v1', '')
    const known = { '/organizations/org_1': organization, '/alerts/settings': { rules: {}, version: 0 } }
    const content = Object.entries(known).find(([each]) => each === path)?.[1]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(content ?? { items: [], nextCursor: null }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, writes, stop: () => server.close() }
}

test('answering no exits as other canceled commands do, and changes nothing', async () => {
  const instance = await startInstance()
  const directory = await mkdtemp(join(tmpdir(), 'longshore-apply-'))
  try {
    await writeFile(join(directory, 'instance.yaml'), 'version: 1\ndomains: [a.example.com]\n')
    let shown = ''
    const sink = () =>
      Object.assign(
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            shown += chunk.toString()
            done()
          },
        }),
        { isTTY: true },
      )
    const code = await runCli(['apply', '-f', 'instance.yaml'], {
      stdin: Object.assign(Readable.from(['n\n']), { isTTY: true }),
      stdout: sink(),
      stderr: sink(),
      environment: {
        ...{ LONGSHORE_URL: instance.url, LONGSHORE_TOKEN: 'lsp_a', LONGSHORE_ORGANIZATION: 'org_1', NO_COLOR: '1' },
      },
      directory,
      onInterrupt: () => ({ [Symbol.dispose]: () => undefined }),
    })
    expect(shown).toContain('Apply 1 changes?')
    expect(shown).toContain('Canceled. Nothing was changed.')
    expect(code).toBe(130)
    expect(instance.writes).toEqual([])
  } finally {
    instance.stop()
    await rm(directory, { recursive: true })
  }
})
