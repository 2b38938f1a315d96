/** Receives a file: counts, recognizes, encrypts and stores it while it streams in. */
import { AppError } from '../../../../platform/errors/app-error.ts'
import { handleCall, type LinkHandler } from '../../../../platform/link/call.ts'
import { ObjectStoreError } from '../../../../platform/objects/object-store-error.ts'
import { type ImportEngine, isImportFormat, sniffEngine, sniffFormat } from '../import-formats.policy.ts'
import type { ImportLimits } from '../import-limits.policy.ts'
import { importProblems } from '../imports.problems.ts'
import { peek } from '../peek.policy.ts'
import type { Uploads } from '../uploads.remote.ts'
import { discardUpload, storeUpload } from './imports.definition.ts'

export interface UploadCallOptions {
  readonly uploads: Uploads
  readonly limits: ImportLimits
}

const atOnce = 4

export function createImportCalls({ uploads, limits }: UploadCallOptions): LinkHandler[] {
  const running = new Map<string, number>()
  return [
    handleCall(storeUpload, async ({ uploadId: id, engine }, { organizationId, body, signal }) => {
      if (organizationId === null) throw new Error('a file belongs to an organization')
      const others = running.get(organizationId) ?? 0
      if (others >= atOnce) throw new AppError(importProblems.too_many_imports, undefined, { retryAfterSeconds: 30 })
      running.set(organizationId, others + 1)
      try {
        await uploads.discardOld(organizationId, signal)
        const { start, content } = await peek(bounded(body, limits.bytes))
        const form = recognizeFile(start, engine)
        return { form, ...(await uploads.store(organizationId, { id, content }, signal)) }
      } catch (error) {
        throw explain(error)
      } finally {
        const left = (running.get(organizationId) ?? 1) - 1
        if (left === 0) running.delete(organizationId)
        else running.set(organizationId, left)
      }
    }),
    handleCall(discardUpload, async ({ uploadId }, { organizationId, signal }) => {
      if (organizationId !== null) await uploads.discard(organizationId, uploadId, signal)
      return null
    }),
  ]
}

/** Rejects what the first bytes reveal before the rest is sent. */
function recognizeFile(start: Buffer, engine: ImportEngine | null) {
  const form = sniffFormat(start)
  if (!isImportFormat(form)) {
    const what = form === 'empty' ? 'The file is empty.' : `This is a file of the form ${form}.`
    throw new AppError(importProblems.import_format_unknown, what)
  }
  const own = form === 'custom' ? 'postgres' : form === 'plain' ? sniffEngine(start) : null
  if (engine !== null && own !== null && own !== engine) throw new AppError(importProblems.import_other_engine)
  return form
}

async function* bounded(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) throw new AppError(importProblems.import_too_large, `The limit is ${most} bytes.`)
    yield chunk
  }
}

function explain(error: unknown): unknown {
  if (error instanceof ObjectStoreError && error.fault === 'store_full')
    return new AppError(importProblems.import_store_full, undefined, { cause: error })
  return error
}
