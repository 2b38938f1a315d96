import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../../platform/link/call.ts'
import type { RestoreTools } from '../restores/worker.ts'
import { createImportCalls } from './calls/store-upload.call.ts'
import type { ImportLimits } from './import-limits.policy.ts'
import { createUploads, type Uploads, type UploadTools } from './uploads.remote.ts'
import { createImportFile } from './workflow/import.workflow.ts'

export function createImportsWorker(options: RestoreTools & UploadTools & { limits: ImportLimits }): {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  removeUploads: Uploads['discardAll']
} {
  const uploads = createUploads(options)
  const { limits } = options
  return {
    workflows: [createImportFile({ ...options, uploads })],
    calls: createImportCalls({ uploads, limits }),
    removeUploads: uploads.discardAll,
  }
}
