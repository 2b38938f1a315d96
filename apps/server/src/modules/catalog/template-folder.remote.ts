/** Reads the two files of a template at one commit of a public repository. Nothing in it is checked out or run. */
import { maxTemplateBytes } from '@longshore/analyzer/template'
import type { FetchedSource, GitSource, Ref } from '@longshore/source/git'
import type { OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Sources } from '../git-providers/worker.ts'
import { explainErrors } from '../projects/worker.ts'
import { catalogProblems } from './catalog.problems.ts'
import type { PreviewTemplate } from './catalog.schemas.ts'
import type { TemplateTexts } from './template-file.client.ts'

export interface RepositoryWork {
  outbound: Outbound
  sources: Sources
  git: GitSource
}

interface Wanted {
  organizationId: OrganizationId
  wanted: Extract<PreviewTemplate, { repository: string }>
  signal: AbortSignal
}

/** Shorter than the API waits for the call. */
const fetchMs = 40_000

export async function readTemplateFolder(
  { sources, git }: RepositoryWork,
  { organizationId, wanted, signal }: Wanted,
): Promise<TemplateTexts> {
  const { repository, path, ref } = wanted
  return await explainErrors(signal, async () => {
    const remote = await sources.remote(organizationId, { url: repository }, { signal })
    const call = { signal, deadlineMs: fetchMs }
    await using fetched = await git.fetch(remote, toRef(ref), { ...call, contents: 'as-needed' })
    const { entries } = await fetched.list(call)
    const folder = path === '.' ? '' : `${path}/`
    const files = ['template.yaml', 'compose.yaml'].map((name) => {
      const entry = entries.find((each) => each.path === `${folder}${name}` && each.kind === 'file')
      if (entry === undefined)
        throw new AppError(catalogProblems.template_invalid, `The commit has no file ${folder}${name}.`)
      return entry.id
    })
    const [description, compose] = await readTexts(fetched, files, call)
    if (description === undefined || compose === undefined)
      throw new AppError(catalogProblems.template_invalid, 'The files are too large, or not UTF-8 text.')
    return { source: { repository, path, commit: fetched.commit.sha }, description, compose }
  })
}

function toRef(ref: string | undefined): Ref {
  if (ref === undefined) return { branch: 'HEAD' }
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(ref) ? { commit: ref } : { branch: ref }
}

async function readTexts(
  fetched: FetchedSource,
  ids: readonly string[],
  call: { signal: AbortSignal; deadlineMs: number },
): Promise<(string | undefined)[]> {
  await fetched.obtain(ids, call)
  await using blobs = fetched.openBlobs()
  const sizes = await blobs.sizes(ids, call.signal)
  if (sizes.some((size) => size === null || size > maxTemplateBytes)) return []
  const contents = await blobs.read(ids, call.signal)
  return contents.map((content) => {
    const text = content?.toString('utf8')
    return text?.includes('\uFFFD') === true ? undefined : text
  })
}
