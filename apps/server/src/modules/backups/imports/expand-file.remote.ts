/** Expands an uploaded file to its text or archive, with only a chunk in memory and a limit on the total. */
import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { importFailure } from './import-failures.problems.ts'
import { type ImportFormat, isImportFormat, sniffFormat } from './import-formats.policy.ts'
import { excessOf, type ImportLimits } from './import-limits.policy.ts'
import { type Peeked, peek } from './peek.policy.ts'

export interface ExpandedFile {
  /** The content: text, or a pg_dump archive. */
  readonly kind: 'plain' | 'custom'
  readonly content: AsyncIterable<Buffer>
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

export async function expandFile(source: AsyncIterable<Buffer>, limits: ImportLimits): Promise<ExpandedFile> {
  const counted = { read: 0 }
  const outer = await peek(count(source, counted))
  const form = formatOf(outer.start)
  if (form === 'plain' || form === 'custom') return whole(form, outer, limits)
  const inner = await peek(bounded(unpackWith(form, outer.content), counted, limits))
  const kind = formatOf(inner.start)
  // One wrapper is common; two are a way to expand twice.
  if (kind !== 'plain' && kind !== 'custom')
    throw importFailure('import_format_unknown', `This ${form} file contains another compressed file.`)
  return whole(kind, inner, null)
}

function whole(kind: 'plain' | 'custom', { start, content }: Peeked, limits: ImportLimits | null): ExpandedFile {
  const read = { read: Number.POSITIVE_INFINITY }
  const plain = limits === null ? content : bounded(content, read, limits)
  return { kind, content: kind === 'plain' && start.subarray(0, 3).equals(byteOrderMark) ? withoutMark(plain) : plain }
}

export function formatOf(start: Buffer): ImportFormat {
  const form = sniffFormat(start)
  if (isImportFormat(form)) return form
  throw importFailure(
    'import_format_unknown',
    form === 'empty' ? 'The file is empty.' : `This is a file of the form ${form}.`,
  )
}

async function* unpackWith(form: 'gzip' | 'zstd', packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacking: Transform = form === 'gzip' ? createGunzip() : createZstdDecompress()
  const source = Readable.from(packed, { objectMode: false })
  source.once('error', (error) => unpacking.destroy(error))
  source.pipe(unpacking)
  try {
    for await (const chunk of unpacking) yield chunk
  } catch (error) {
    if (error instanceof PermanentError || !isOfPacking(error)) throw error
    throw importFailure('import_damaged', `The ${form} file is incomplete.`, error)
  } finally {
    source.destroy()
    unpacking.destroy()
  }
}

function isOfPacking(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_|ERR_ZSTD|ERR_STREAM_PREMATURE)/.test(String(error.code))
  )
}

async function* count(source: AsyncIterable<Buffer>, counted: { read: number }): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    counted.read += chunk.length
    yield chunk
  }
}

async function* bounded(
  source: AsyncIterable<Buffer>,
  counted: { readonly read: number },
  limits: ImportLimits,
): AsyncGenerator<Buffer> {
  let expanded = 0
  for await (const chunk of source) {
    expanded += chunk.length
    const excess = excessOf(counted.read, expanded, limits)
    if (excess === 'too_large')
      throw importFailure('import_expands_too_much', `It contains more than ${limits.expandedBytes} bytes.`)
    if (excess !== null)
      throw importFailure('import_expands_too_much', 'It becomes a thousand times larger when uncompressed.')
    yield chunk
  }
}

async function* withoutMark(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of source) {
    yield isFirst ? chunk.subarray(byteOrderMark.length) : chunk
    isFirst = false
  }
}
