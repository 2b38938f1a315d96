/** One object in parts. It is there when the last call is done; on any other end nothing of it is left. */
import { ObjectStoreError } from '../object-store-error.ts'
import { escapeText, textOf } from './read-xml.ts'
import { refusalOf, type S3Client } from './s3-client.ts'

/** A store takes 10,000 parts: small ones first, so that small objects cost little memory. */
const smallParts = 1_000
const smallPartBytes = 8 << 20
const largePartBytes = 32 << 20
const maxParts = 10_000
const atOnce = 3
const giveUpWithinMs = 20_000

interface Upload {
  readonly key: string
  readonly id: string
}

export async function uploadObject(
  client: S3Client,
  { key, content, signal }: { key: string; content: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<{ sizeBytes: number }> {
  const parts = inParts(content)
  const first = await parts.next()
  const second = first.done === true || first.value.length < smallPartBytes ? null : await parts.next()
  if (first.done === true || second === null || second.done === true) {
    const body = first.done === true ? Buffer.alloc(0) : first.value
    await client.send({ method: 'PUT', key, body, signal })
    return { sizeBytes: body.length }
  }
  const upload = { key, id: await begin(client, key, signal) }
  try {
    return await sendParts(client, upload, { parts: following([first.value, second.value], parts), signal })
  } catch (error) {
    await parts.return(undefined).catch(() => undefined)
    await abandon(client, upload, AbortSignal.timeout(giveUpWithinMs)).catch(() => undefined)
    throw error
  }
}

export async function abandon(client: S3Client, { key, id }: Upload, signal: AbortSignal): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId: id }, signal }).catch((error: unknown) => {
    if (!(error instanceof ObjectStoreError) || error.fault !== 'not_found') throw error
  })
}

async function begin(client: S3Client, key: string, signal: AbortSignal): Promise<string> {
  const { body } = await client.send({ method: 'POST', key, query: { uploads: '' }, signal })
  const id = textOf(body.toString(), 'UploadId')
  if (id === null) throw new ObjectStoreError('store_failed', { detail: 'no UploadId' })
  return id
}

async function sendParts(
  client: S3Client,
  { key, id }: Upload,
  { parts, signal }: { parts: AsyncGenerator<Buffer>; signal: AbortSignal },
): Promise<{ sizeBytes: number }> {
  const tags: string[] = []
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  let sizeBytes = 0
  let count = 0
  // Each takes the next part when it is done with one: so many parts are in memory, and no more.
  const work = async () => {
    for (;;) {
      const next = await parts.next()
      if (next.done === true || both.aborted) return
      const number = ++count
      if (number > maxParts) throw new ObjectStoreError('content_too_large')
      sizeBytes += next.value.length
      const query = { partNumber: String(number), uploadId: id }
      const { headers } = await client.send({ method: 'PUT', key, query, body: next.value, signal: both })
      tags[number - 1] = headers.get('etag') ?? ''
    }
  }
  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      stop.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  signal.throwIfAborted()
  // The first to fail says why; the others were stopped by it.
  if (ends.some(({ status }) => status === 'rejected')) throw stop.signal.reason
  await complete(client, { key, id }, { tags, signal })
  return { sizeBytes }
}

async function complete(
  client: S3Client,
  { key, id }: Upload,
  { tags, signal }: { tags: readonly string[]; signal: AbortSignal },
): Promise<void> {
  const lines = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeText(tag)}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${lines.join('')}</CompleteMultipartUpload>`)
  const response = await client.send({ method: 'POST', key, query: { uploadId: id }, body, signal })
  // The status is sent before the work is done, so a failure comes as a text of success.
  if (textOf(response.body.toString(), 'ETag') === null) throw refusalOf({ ...response, status: 500 }, key)
}

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = []
  let length = 0
  let count = 0
  for await (const chunk of content) {
    kept.push(chunk)
    length += chunk.length
    for (let size = sizeOfPart(count); length >= size; size = sizeOfPart(count)) {
      const whole = Buffer.concat(kept, length)
      count += 1
      yield whole.subarray(0, size)
      kept = [whole.subarray(size)]
      length -= size
    }
  }
  if (length > 0) yield Buffer.concat(kept, length)
}

function sizeOfPart(count: number): number {
  return count < smallParts ? smallPartBytes : largePartBytes
}

async function* following(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}
