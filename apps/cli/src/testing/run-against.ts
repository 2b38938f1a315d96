/** Runs a command in this process, against an instance whose responses the test chooses. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { runCli } from '../run-cli.ts'

export interface TestResponse {
  status?: number
  body: unknown
}

/** A request that the instance received, such as `GET /trash?limit=1`. */
export interface TestRequest {
  what: string
  /** The body as text. Empty without one. */
  body: string
}

/** Undefined becomes a 404. */
export type Respond = (request: TestRequest) => TestResponse | undefined

interface Ran {
  code: number
  stdout: string
  stderr: string
  requests: TestRequest[]
}

export function problem(status: number, code: string, detail: string, hint = ''): TestResponse {
  return { status, body: { type: `/problems/${code}`, title: code, status, code, detail, hint, errors: [] } }
}

export async function runAgainst(
  respond: Respond,
  args: readonly string[],
  { stdin = '', directory = '/nonexistent' }: { stdin?: string; directory?: string } = {},
): Promise<Ran> {
  const requests: TestRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const path = decodeURIComponent(incoming.url ?? '').replace('/api/v1', '')
    const request = { what: `${incoming.method} ${path}`, body: Buffer.concat(chunks).toString() }
    requests.push(request)
    const { status = 200, body } = respond(request) ?? problem(404, 'not_found', 'Not found.')
    response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const written = { stdout: '', stderr: '' }
  const sink = (to: keyof typeof written) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[to] += chunk.toString()
        done()
      },
    })
  try {
    const code = await runCli([...args], {
      stdin: Object.assign(Readable.from([stdin]), { isTTY: false }),
      ...{ stdout: sink('stdout'), stderr: sink('stderr'), directory },
      environment: { LONGSHORE_URL: `http://127.0.0.1:${port}`, LONGSHORE_TOKEN: 'lsp_a', NO_COLOR: '1' },
      onInterrupt: () => ({ [Symbol.dispose]: () => undefined }),
    })
    return { code, ...written, requests }
  } finally {
    server.close()
  }
}
