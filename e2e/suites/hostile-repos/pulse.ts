/** Sends a simple request to the API a hundred times per second, on a separate thread, and records the response times. */
import { Agent, get } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface Beat {
  readonly ms: number
  readonly status: number
}

const everyMs = 10

export class Pulse implements AsyncDisposable {
  readonly #thread: Worker
  constructor(url: string, token: string) {
    this.#thread = new Worker(new URL(import.meta.url), { workerData: { url, token } })
  }

  start(): void {
    this.#thread.postMessage('start')
  }

  async stop(): Promise<Beat[]> {
    const reported = new Promise<Beat[]>((resolve) => this.#thread.once('message', resolve))
    this.#thread.postMessage('stop')
    return await reported
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate()
  }
}

if (!isMainThread) beat(workerData.url, workerData.token)

function beat(url: string, token: string): void {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.255.255.1' }
  let beats: Promise<Beat>[] = []
  let timer: NodeJS.Timeout | undefined
  parentPort?.on('message', async (word) => {
    clearInterval(timer)
    const ended = await Promise.all(beats)
    beats = []
    if (word === 'stop') parentPort?.postMessage(ended)
    else timer = setInterval(() => beats.push(ask(url, { agent, headers })), everyMs)
  })
}

function ask(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<Beat> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ ms: performance.now() - startedAt, status })
    const request = get(url, options, (response) => {
      response.resume().once('end', () => end(response.statusCode ?? 0))
    })
    request.setTimeout(10_000, () => request.destroy()).once('error', () => end(0))
  })
}
