/**
 * Uploads a file and reports the progress. Uses the usual client on top of XMLHttpRequest, the only browser API that reports
 * upload progress.
 */
import { createClient } from '@longshore/sdk'
import { session } from './session.ts'

export type OnProgress = (sentBytes: number) => void

/** Uploads have no short time limit. The person can cancel. */
const timeoutMs = 24 * 3_600_000

export function uploadClient(onProgress: OnProgress) {
  return createClient({
    credentials: session,
    timeoutMs,
    fetch: async (url, init) => await sendWithProgress(String(url), init ?? {}, onProgress),
  })
}

function sendWithProgress(url: string, init: RequestInit, onProgress: OnProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
    request.onerror = () => reject(new TypeError('The connection broke off.'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body instanceof Blob || typeof init.body === 'string' ? init.body : null)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name, ...rest] = line.split(': ')
    if (name !== undefined && name !== '') headers.append(name, rest.join(': '))
  }
  return headers
}
