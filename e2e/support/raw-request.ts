/** HTTP/1.1 by hand: requests that a well-behaved client can't send. */
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  text: string
}

/** Writes the text unchanged, and reads until the connection ends. */
export async function rawRequest(url: string, request: string, timeoutMs = 10_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', (error) => (chunks.length > 0 ? resolve() : reject(error)))
    socket.once('close', () => resolve())
    socket.end(request)
  })
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}

export function rawPost(path: string, headers: Record<string, string | string[]>, body: string): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`))
  return [
    `POST ${path} HTTP/1.1`,
    ...lines,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
