/** Worker side: fetches a template outside the catalog under the outbound guard, and checks both of its texts. */
import { parseTemplate } from '@longshore/analyzer/parse-template'
import { AppError } from '../../../platform/errors/app-error.ts'
import { limitConcurrency } from '../../../platform/limits/limit-concurrency.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import { analysisProblems } from '../../projects/index.ts'
import { catalogProblems } from '../catalog.problems.ts'
import { fetchTemplateFile } from '../template-file.client.ts'
import { type RepositoryWork, readTemplateFolder } from '../template-folder.remote.ts'
import { revisionOf } from '../template-revision.crypto.ts'
import { fetchTemplate } from './fetch-template.definition.ts'

const atOnce = 2
/** Callers wait for the response, so a longer queue would only time out. */
const maxWaiting = 8

export function createFetchTemplateCall(work: RepositoryWork): LinkHandler {
  const onFull = () => new AppError(analysisProblems.source_busy, undefined, { retryAfterSeconds: 30 })
  const limit = limitConcurrency(atOnce, { max: maxWaiting, onFull })
  return handleCall(fetchTemplate, async ({ wanted }, { organizationId, signal }) => {
    if (organizationId === null) throw new RefusedError('invalid_arguments')
    return await limit(async () => {
      signal.throwIfAborted()
      const { source, description, compose } =
        'url' in wanted
          ? await fetchTemplateFile(work.outbound, { organizationId, url: wanted.url, signal })
          : await readTemplateFolder(work, { organizationId, wanted, signal })
      const { template, faults } = parseTemplate(description, compose)
      if (template === null) throw new AppError(catalogProblems.template_invalid, `${faults.join('. ')}.`)
      return { source, revision: revisionOf(description, compose), template, compose }
    })
  })
}
