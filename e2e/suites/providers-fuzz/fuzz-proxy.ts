/**
 * A proxy between the worker and a Git provider that corrupts responses. Each first path segment is a separate Git
 * provider to the worker (another base URL), so that one with a rate limit or an open circuit breaker doesn't end the
 * run.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '../../support/random.ts'
import type { FilledGitProvider } from './git-providers.ts'
import { type Answer, mutate } from './mutate.ts'

export interface FuzzProxy extends AsyncDisposable {
  readonly url: string
  /** Number of corrupted responses so far. */
  readonly spoiled: number
  /** Segments whose responses pass unchanged. */
  readonly honest: Set<string>
}

export async function startFuzzProxy(gitProvider: FilledGitProvider, random: Random): Promise<FuzzProxy> {
  const state = { spoiled: 0 }
  const honest = new Set<string>()
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, segment = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const answer = await ask(gitProvider, request, rest)
    if (honest.has(segment)) return void send(response, answer)
    state.spoiled += 1
    send(response, mutate(answer, random))
  }
  return {
    url,
    honest,
    get spoiled() {
      return state.spoiled
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function ask(gitProvider: FilledGitProvider, request: IncomingMessage, path: string): Promise<Answer> {
  const { authorization } = request.headers
  const answer = await fetch(`${gitProvider.url}${path}`, {
    method: request.method ?? 'GET',
    headers: authorization === undefined ? {} : { authorization },
    redirect: 'manual',
  })
  const kept = ['link', 'x-next-page', 'x-oauth-scopes'].map((name) => [name, answer.headers.get(name)])
  const headers = Object.fromEntries(kept.filter(([, value]) => value !== null))
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
}

function send(response: ServerResponse, { status, headers, body, cutAt }: Answer): void {
  response.on('error', () => undefined)
  response.writeHead(status, { ...headers, ...(cutAt === undefined ? {} : { 'content-length': body.length + 10 }) })
  if (cutAt === undefined) {
    response.end(body)
    return
  }
  response.write(body.subarray(0, cutAt))
  response.destroy()
}
