/** Objects below a prefix of a bucket at any S3-compatible store. */
import { checkKey, type LockRule, type ObjectStore, type ObjectVersions, type StoredObject } from '../object-store.ts'
import { ObjectStoreError } from '../object-store-error.ts'
import { elementsOf, readXml, textOf, type Xml } from './read-xml.ts'
import type { S3Client } from './s3-client.ts'
import { abortUpload, uploadObject } from './s3-upload.ts'
import { createS3Versions } from './s3-versions.ts'

/** Reads in pieces, so that each can be retried when the connection breaks. */
const pieceBytes = 8 << 20
const maxPages = 1_000
const noSuchRange = 416

export function createS3Store(
  client: S3Client,
  prefix: string,
  { rule = null }: { rule?: LockRule | null } = {},
): ObjectStore & { versions: ObjectVersions } {
  const root = prefix === '' ? '' : `${checkKey(prefix)}/`
  const keyOf = (key: string) => `${root}${checkKey(key)}`
  const sizeOf = async (key: string, signal: AbortSignal) =>
    (await readPiece(client, { key, version: null, from: 0, length: 1, signal }))?.size ?? null
  return {
    versions: createS3Versions(client, { rule, keyOf }),
    put: async (key, content, { lock, signal }) =>
      await uploadObject(client, {
        key: keyOf(key),
        content,
        lock,
        hasChecksum: rule !== null || lock !== undefined,
        signal,
      }),
    async *read(key, { signal, from = 0, version = null }) {
      for (let at = from; ; ) {
        const piece = await readPiece(client, { key: keyOf(key), version, from: at, length: pieceBytes, signal })
        if (piece === null) throw new ObjectStoreError('not_found')
        if (piece.bytes.length > 0) yield piece.bytes
        at += piece.bytes.length
        if (at >= piece.size) return
        if (piece.bytes.length === 0) throw new ObjectStoreError('store_failed', { detail: 'nothing came' })
      }
    },
    sizeOf: (key, { signal }) => sizeOf(keyOf(key), signal),
    async remove(key, { signal }) {
      await client.send({ method: 'DELETE', key: keyOf(key), signal }).catch(nullIfMissing)
    },
    async *list(folder, { signal }) {
      for await (const page of pagesOf(client, { 'list-type': '2', prefix: `${keyOf(folder)}/` }, signal))
        for (const entry of elementsOf(page, 'Contents')) yield toObject(entry, root)
    },
    async removeUnfinished(folder, { signal }) {
      const { body } = await client.send({ method: 'GET', query: { prefix: `${keyOf(folder)}/`, uploads: '' }, signal })
      const left = elementsOf(readXml(body.toString()), 'Upload')
      for (const entry of left)
        await abortUpload(client, { key: textOf(entry, 'Key') ?? '', id: textOf(entry, 'UploadId') ?? '' }, signal)
      return left.length
    },
  }
}

interface Piece {
  readonly bytes: Buffer
  /** Size of the whole object. */
  readonly size: number
}

interface Range {
  readonly key: string
  readonly version: string | null
  readonly from: number
  readonly length: number
  readonly signal: AbortSignal
}

async function readPiece(client: S3Client, { key, version, from, length, signal }: Range): Promise<Piece | null> {
  const query: Record<string, string> = version === null ? {} : { versionId: version }
  const headers = { range: `bytes=${from}-${from + length - 1}` }
  // An error response may be longer than the piece.
  const maximumBytes = Math.max(length, 64 << 10)
  const asked = { method: 'GET', key, query, headers, maximumBytes, accepts: noSuchRange, signal } as const
  const answer = await client.send(asked).catch(nullIfMissing)
  if (answer === null) return null
  const { status, body } = answer
  const size = Number(answer.headers.get('content-range')?.split('/')[1] ?? Number.NaN)
  if (status === 206 && Number.isSafeInteger(size)) return { bytes: body, size }
  // An empty object has no range.
  if (status === noSuchRange || (status === 200 && body.length === 0)) return { bytes: Buffer.alloc(0), size: from }
  throw new ObjectStoreError('store_failed', { detail: 'no range was given' })
}

async function* pagesOf(
  client: S3Client,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator<Xml> {
  let token: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const more: Record<string, string> = token === null ? {} : { 'continuation-token': token }
    const { body } = await client.send({ method: 'GET', query: { ...query, ...more }, signal })
    const xml = readXml(body.toString())
    // A list that can't be read must not look like an empty one: what it lists would seem lost.
    if (xml === null) throw new ObjectStoreError('store_failed', { detail: 'unreadable list' })
    yield xml
    token = textOf(xml, 'NextContinuationToken')
    if (token === null || textOf(xml, 'IsTruncated') !== 'true') return
  }
}

function toObject(entry: Xml, root: string): StoredObject {
  return {
    key: (textOf(entry, 'Key') ?? '').slice(root.length),
    sizeBytes: Number(textOf(entry, 'Size')),
    modifiedAt: new Date(textOf(entry, 'LastModified') ?? 0),
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ObjectStoreError && error.fault === 'not_found') return null
  throw error
}
