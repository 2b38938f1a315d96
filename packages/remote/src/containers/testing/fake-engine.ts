/** A fake Engine with containers, for tests of what must not happen twice. The suites use a real one. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../../docker/index.ts'
import type { ContainerSpec } from '../../runtime/container-spec.ts'
import { noAllowances } from '../allowances.ts'
import type { Host } from '../start-container.ts'

export interface FakeContainer {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
  state: 'created' | 'running' | 'exited'
  exitCode: number
  /** The last archive that was put into it. */
  archive: Buffer | null
  /** The request body; null for a container of another client. */
  readonly body: { readonly HostConfig?: { readonly Init?: boolean } } | null
}

/** The process that an image starts. */
export interface FakeImage {
  readonly Entrypoint?: readonly string[]
  readonly Cmd?: readonly string[]
}

/** Overrides a response, for example with a refusal; undefined means the regular response. */
type Instead = (request: { method: string; path: string }) => { status: number; message: string } | 'cut' | undefined

export class FakeEngine implements AsyncDisposable {
  readonly containers = new Map<string, FakeContainer>()
  readonly images = new Map<string, FakeImage>()
  /** Names in the order of their starts. */
  readonly starts: string[] = []
  instead: Instead = () => undefined
  readonly host: Host
  readonly socketPath: string
  readonly #close: () => Promise<void>
  #made = 0

  private constructor(folder: string, close: () => Promise<void>, closed: AbortSignal) {
    this.socketPath = join(folder, 'd')
    const engine = createEngine({ dockerSocket: async () => this.socketPath, closed })
    const appGroup = async () => ({ slice: null, memoryBytes: null })
    this.host = { engine, instance: 'test', hasInit: async () => true, appGroup, allowances: async () => noAllowances }
    this.#close = close
  }

  static async start(): Promise<FakeEngine> {
    const folder = await mkdtemp(join(tmpdir(), 'ls-engine-'))
    const closed = new AbortController()
    const server = createServer((request, response) => engine.#respond(request, response))
    const engine = new FakeEngine(
      folder,
      async () => {
        closed.abort()
        server.closeAllConnections()
        server.close()
        await rm(folder, { recursive: true })
      },
      closed.signal,
    )
    server.listen(join(folder, 'd'))
    await once(server, 'listening')
    return engine
  }

  /** Acts like a request of another client. */
  create(
    name: string,
    labels: Readonly<Record<string, string>> = { 'longshore.instance': 'test' },
    body: FakeContainer['body'] = null,
  ): FakeContainer {
    this.#made += 1
    const id = `id-${this.#made}`
    const created: FakeContainer = { id, labels, state: 'created', exitCode: 0, archive: null, body }
    this.containers.set(name, created)
    return created
  }

  /**
   * Simulates the request of a dead worker: the container is created after the name was checked and before our own
   * request.
   */
  takeNameOnce(name: string): void {
    this.instead = ({ path }) => {
      if (path !== '/containers/create') return undefined
      this.create(name)
      this.instead = () => undefined
      return undefined
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://docker')
    if (url.pathname === '/_ping') return void response.setHeader('api-version', '1.47').end('OK')
    const path = url.pathname.replace(/^\/v[\d.]+/, '')
    const instead = this.instead({ method: request.method ?? '', path })
    if (instead === 'cut') return void request.socket.destroy()
    if (instead !== undefined) return void refuse(response, instead.status, instead.message)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      this.#do(`${request.method} ${path}`, url.searchParams.get('name') ?? '', { body, response })
    })
  }

  #do(what: string, name: string, { body, response }: { body: Buffer; response: ServerResponse }): void {
    if (what === 'POST /containers/create') {
      if (this.containers.has(name))
        return void refuse(response, 409, `Conflict. The container name "/${name}" is in use.`)
      const asked = JSON.parse(body.toString())
      response.statusCode = 201
      return void response.end(JSON.stringify({ Id: this.create(name, asked.Labels, asked).id, Warnings: [] }))
    }
    const [, imageId = ''] = /^GET \/images\/([^/]+)\/json$/.exec(what) ?? []
    const image = this.images.get(decodeURIComponent(imageId))
    if (image !== undefined) return void response.end(JSON.stringify({ ...imageFacts, Config: image }))
    const [, method, word, verb] = /^(\w+) \/containers\/([^/]+)(?:\/(\w+))?$/.exec(what) ?? []
    const [found] = [...this.containers].filter(([each, { id }]) => each === word || id === word)
    if (found === undefined) return void refuse(response, 404, 'No such container')
    const [known, container] = found
    if (verb === 'json') return void response.end(JSON.stringify(detailsOf(known, container)))
    if (method === 'DELETE') this.containers.delete(known)
    else if (verb === 'archive') container.archive = body
    else if (verb === 'start') {
      if (container.state !== 'running') this.starts.push(known)
      container.state = 'running'
    }
    response.statusCode = 204
    response.end()
  }
}

const imageFacts = { Id: 'sha256:1', Architecture: 'amd64', Size: 1 }

function refuse(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status
  response.end(JSON.stringify({ message }))
}

function detailsOf(name: string, { id, labels, state, exitCode }: FakeContainer) {
  const StartedAt = state === 'created' ? '0001-01-01T00:00:00Z' : '2026-11-15T09:30:00Z'
  return {
    Id: id,
    Name: `/${name}`,
    Image: 'sha256:1',
    State: { Status: state, Running: state === 'running', ExitCode: exitCode, StartedAt },
    Config: { Labels: labels },
    HostConfig: {},
    NetworkSettings: { Networks: {} },
  }
}

export const programSpec: ContainerSpec = {
  name: 'longshore-program',
  labels: {},
  image: `sha256:${'1'.repeat(64)}`,
  command: ['migrate'],
  environment: [],
  network: null,
  aliases: [],
  volumes: [],
  memoryBytes: null,
  cpus: null,
  pids: 64,
  stopGraceSeconds: 10,
  restart: 'no',
}
