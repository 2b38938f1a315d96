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
async function startInstance({
  registries = [],
}: {
  registries?: { id: string; host: string; username: string }[]
} = {}) {
  const writes: string[] = []
  const organization = { id: 'org_1', name: 'Acme', quotas: {}, version: 1 }
  const server = createServer(({ method, url = '' }, response) => {
    if (method !== 'GET') writes.push(`${method} ${url}`)
    const path = new URL(url, 'http://localhost').pathname.replace('/api/v1', '')
    const known = { '/organizations/org_1': organization, '/alerts/settings': { rules: {}, version: 0 } }
    const content = Object.entries(known).find(([each]) => each === path)?.[1]
    response.setHeader('content-type', 'application/json')
    if (method === 'DELETE') {
      // The first deletion succeeds.
      response.statusCode = writes.length === 1 ? 204 : 409
      return void response.end(
        writes.length === 1 ? '' : JSON.stringify({ code: 'registry_in_use', title: 'No.', detail: 'No.' }),
      )
    }
    if (path === '/registries') return void response.end(JSON.stringify({ items: registries, nextCursor: null }))
    response.end(JSON.stringify(content ?? { items: [], nextCursor: null }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, writes, stop: () => server.close() }
}

async function applyText(instance: { url: string }, text: string, args: string[], answer = '') {
  const directory = await mkdtemp(join(tmpdir(), 'longshore-apply-'))
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
  try {
    await writeFile(join(directory, 'instance.yaml'), text)
    const code = await runCli(['apply', '-f', 'instance.yaml', ...args], {
      stdin: Object.assign(Readable.from([answer]), { isTTY: true }),
      stdout: sink(),
      stderr: sink(),
      environment: {
        ...{ LONGSHORE_URL: instance.url, LONGSHORE_TOKEN: 'lsp_a', LONGSHORE_ORGANIZATION: 'org_1', NO_COLOR: '1' },
      },
      directory,
      onInterrupt: () => ({ [Symbol.dispose]: () => undefined }),
    })
    return { code, shown }
  } finally {
    await rm(directory, { recursive: true })
  }
}

test('answering no exits as other canceled commands do, and changes nothing', async () => {
  const instance = await startInstance()
  try {
    const { code, shown } = await applyText(instance, 'version: 1\ndomains: [a.example.com]\n', [], 'n\n')
    expect(shown).toContain('Apply 1 changes?')
    expect(shown).toContain('Canceled. Nothing was changed.')
    expect(code).toBe(130)
    expect(instance.writes).toEqual([])
  } finally {
    instance.stop()
  }
})

test('a run that fails between two deletions says how to undo the first one', async () => {
  const registry = { username: 'ada', version: 1 }
  const registries = ['a', 'b'].map((each) => ({ ...registry, id: `reg_${each}`, host: `${each}.example.com` }))
  const instance = await startInstance({ registries })
  try {
    const { code, shown } = await applyText(instance, 'version: 1\nregistries: []\n', ['--prune', '--yes'])
    expect(instance.writes).toHaveLength(2)
    const first = instance.writes[0]?.split('/').at(-1)
    expect(shown).toContain(`Undo: longshore trash restore ${first}\n`)
    expect(code).toBe(5)
  } finally {
    instance.stop()
  }
})
