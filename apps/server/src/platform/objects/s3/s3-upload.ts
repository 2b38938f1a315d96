/** Uploads one object in parts. It appears when the last call is done; if anything fails, no part of it is left. */
import { createHash } from 'node:crypto'
import type { OutboundResponse } from '../../outbound/outbound-request.ts'
import type { ObjectLock } from '../object-store.ts'
import { ObjectStoreError } from '../object-store-error.ts'
import { PartReader } from './part-reader.ts'
import { escapeText, readXml, textOf } from './read-xml.ts'
import { refusalOf, type S3Client } from './s3-client.ts'

/** A store accepts 10,000 parts of at least 5 MiB: small ones first, so that small objects use little memory. */
const smallParts = 1_000
const smallPartBytes = 6 << 20
const largePartBytes = 32 << 20
const maxParts = 10_000
const atOnce = 3
const giveUpWithinMs = 20_000

interface Upload {
  readonly key: string
  readonly id: string
}

interface NewObject {
  readonly key: string
  readonly content: AsyncIterable<Uint8Array>
  readonly lock: ObjectLock | undefined
  /** Stores accept locked content only with a checksum, also if the lock comes from a default of the bucket. */
  readonly hasChecksum: boolean
  readonly signal: AbortSignal
}

interface Uploaded {
  readonly sizeBytes: number
  readonly version?: string
}

export async function uploadObject(
  client: S3Client,
  { key, content, lock, hasChecksum, signal }: NewObject,
): Promise<Uploaded> {
  const parts = new PartReader(content)
  const buffer = Buffer.allocUnsafeSlow(smallPartBytes)
  const first = await parts.next(() => buffer)
  if (first === null || first.body.length < smallPartBytes) {
    const body = first === null ? Buffer.alloc(0) : first.body
    const headers = { ...lockHeaders(lock), ...(hasChecksum ? checksumOf(body) : {}) }
    const response = await client.send({ method: 'PUT', key, headers, body, signal })
    return { sizeBytes: body.length, ...versionOf(response) }
  }
  const upload = { key, id: await begin(client, { key, lock, signal }) }
  try {
    return await sendParts(client, upload, { first, parts, hasChecksum, signal })
  } catch (error) {
    await parts.stop().catch(() => undefined)
    await abortUpload(client, upload, AbortSignal.timeout(giveUpWithinMs)).catch(() => undefined)
    throw error
  }
}

export async function abortUpload(client: S3Client, { key, id }: Upload, signal: AbortSignal): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId: id }, signal }).catch((error: unknown) => {
    if (!(error instanceof ObjectStoreError) || error.fault !== 'not_found') throw error
  })
}

async function begin(
  client: S3Client,
  { key, lock, signal }: Pick<NewObject, 'key' | 'lock' | 'signal'>,
): Promise<string> {
  const headers = lockHeaders(lock)
  const { body } = await client.send({ method: 'POST', key, query: { uploads: '' }, headers, signal })
  const id = textOf(readXml(body.toString()), 'UploadId')
  if (id === null) throw new ObjectStoreError('store_failed', { detail: 'no UploadId' })
  return id
}

function lockHeaders(lock: ObjectLock | undefined): Record<string, string> {
  if (lock === undefined) return {}
  return {
    'x-amz-object-lock-mode': lock.mode.toUpperCase(),
    'x-amz-object-lock-retain-until-date': lock.until.toISOString(),
  }
}

/** MD5 is the checksum that all stores know. */
function checksumOf(body: Uint8Array): Record<string, string> {
  return { 'content-md5': createHash('md5').update(body).digest('base64') }
}

function versionOf({ headers }: Pick<OutboundResponse, 'headers'>): { version?: string } {
  const version = headers.get('x-amz-version-id')
  // A bucket whose versioning was turned off calls its only version "null".
  return version === undefined || version === 'null' ? {} : { version }
}

interface Part {
  readonly number: number
  readonly body: Buffer
}

async function sendParts(
  client: S3Client,
  { key, id }: Upload,
  { first, parts, hasChecksum, signal }: Pick<NewObject, 'hasChecksum' | 'signal'> & { first: Part; parts: PartReader },
): Promise<Uploaded> {
  const tags: string[] = []
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  let sizeBytes = 0
  // Each worker has one buffer, and refills it when its part is sent.
  const work = async (begun: Part | null) => {
    let buffer: Buffer = begun === null ? Buffer.alloc(0) : begun.body
    const bufferFor = (number: number) => {
      const size = number <= smallParts ? smallPartBytes : largePartBytes
      if (buffer.length !== size) buffer = Buffer.allocUnsafeSlow(size)
      return buffer
    }
    for (let part = begun ?? (await parts.next(bufferFor)); part !== null; part = await parts.next(bufferFor)) {
      if (both.aborted) return
      const { number, body } = part
      if (number > maxParts) throw new ObjectStoreError('content_too_large')
      sizeBytes += body.length
      const query = { partNumber: String(number), uploadId: id }
      const sent = {
        method: 'PUT',
        key,
        query,
        headers: hasChecksum ? checksumOf(body) : {},
        body,
        signal: both,
      } as const
      const { headers } = await client.send(sent)
      tags[number - 1] = headers.get('etag') ?? ''
    }
  }
  const workers = Array.from({ length: atOnce }, (_, at) =>
    work(at === 0 ? first : null).catch((error: unknown) => {
      stop.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  signal.throwIfAborted()
  // The first failure gives the reason; it stopped the others.
  if (ends.some(({ status }) => status === 'rejected')) throw stop.signal.reason
  return { sizeBytes, ...(await complete(client, { key, id }, { tags, signal })) }
}

async function complete(
  client: S3Client,
  { key, id }: Upload,
  { tags, signal }: { tags: readonly string[]; signal: AbortSignal },
): Promise<{ version?: string }> {
  const lines = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeText(tag)}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${lines.join('')}</CompleteMultipartUpload>`)
  const response = await client.send({ method: 'POST', key, query: { uploadId: id }, body, signal })
  // The status is sent before the work is done, so a failure comes in the body of a success.
  if (textOf(readXml(response.body.toString()), 'ETag') === null) throw refusalOf({ ...response, status: 500 }, key)
  return versionOf(response)
}
