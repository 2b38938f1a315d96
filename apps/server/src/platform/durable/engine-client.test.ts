import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { EngineClient } from './engine-client.ts'

test('sends Restate only the key and the number of a run', async () => {
  const seen: unknown[] = []
  const server = createServer(async (request, response) => {
    const { host, connection, ...headers } = request.headers
    seen.push({ url: request.url, headers, body: await text(request) })
    response.writeHead(202).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  using engine = new EngineClient({ ingressUrl: url, adminUrl: url })
  const row = { runId: 'run_1', key: 'deployments/env_1', generation: 2, input: { token: 'never sent' } }
  await engine.submit(row)
  expect(seen).toEqual([
    {
      url: '/Subject/deployments%2Fenv_1/drive/send',
      headers: { 'idempotency-key': 'run_1-2', 'content-length': '0' },
      body: '',
    },
  ])
})
