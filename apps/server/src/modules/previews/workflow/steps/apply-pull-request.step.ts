/**
 * Creates, updates or removes the environment. One project's previews are processed one at a time, so that the limit
 * holds.
 */
import { z } from 'zod'
import type { Tx } from '../../../../platform/database/database.ts'
import { type Step, type StepContext, step } from '../../../../platform/durable/workflow.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { recordSystemAudit } from '../../../audit/index.ts'
import { startDeployment } from '../../../deployments/index.ts'
import {
  createEnvironment,
  type EnvironmentRow,
  findEnvironment,
  publishEnvironmentUpdated,
  removeAutomatically,
  updateEnvironmentStatus,
} from '../../../environments/index.ts'
import { lockPreviewSettings, type PreviewSettingsRow, savePollResult } from '../../preview-settings.repository.ts'
import { decide, isSameRepository, type PreviewAction } from '../../previews.policy.ts'
import {
  countOpenPreviews,
  deletePreview,
  lockPreview,
  type PreviewRow,
  updatePreview,
} from '../../previews.repository.ts'
import { type NewPreviewParts, prepareEnvironment } from '../prepare-environment.context.ts'
import { type PreviewWork, type SyncInput, subjectOf } from '../preview-work.context.ts'
import type { PullRequestState } from './read-pull-request.step.ts'

const Applied = z.object({ did: z.string() })
type Pull = NonNullable<PullRequestState['pull']>

export function applyPullRequest(
  work: PreviewWork,
  steps: { read: Step<SyncInput, PullRequestState> },
): Step<SyncInput, z.output<typeof Applied>> {
  return step<SyncInput, z.output<typeof Applied>>({
    name: 'settle',
    output: Applied,
    deadlineMs: 60_000,
    retriesDeadline: true,
    async run(context) {
      const seen = context.output(steps.read)
      const parts = seen.pull?.isOpen === true ? await prepareEnvironment(work, subjectOf(context)) : null
      try {
        return { did: await context.write((tx) => applyIn(tx, context, { seen, parts })) }
      } catch (error) {
        // A quota, a taken name, a template without a server: reported in the pull request, and retried by later polls.
        if (!(error instanceof AppError) || error.problem.status >= 500) throw error
        const reason = { code: error.problem.code, detail: error.message }
        const { organizationId, id } = subjectOf(context)
        await context.write((tx) => updatePreview(tx, organizationId, { id, status: 'refused', reason }))
        return { did: 'refuse' }
      }
    },
  })
}

async function applyIn(
  tx: Tx,
  context: StepContext<SyncInput>,
  { seen, parts }: { seen: PullRequestState; parts: NewPreviewParts | null },
): Promise<string> {
  const { organizationId, id } = subjectOf(context)
  const found = await readFacts(tx, context)
  if (found === undefined) return 'nothing'
  const { preview, settings, environment } = found
  // No provider to ask: existing previews stay until they expire.
  if (!seen.isAsked && settings.is_enabled) return 'nothing'
  const open = await countOpenPreviews(tx, organizationId, { projectId: preview.project_id, except: id })
  const action = decide(
    {
      isEnabled: settings.is_enabled,
      hasTemplate: settings.template_environment_id !== null,
      maxOpen: settings.max_open,
      repositoryId: settings.repository_id,
      open,
      now: new Date(),
    },
    {
      status: preview.status,
      sha: preview.sha,
      expiresAt: preview.expires_at,
      hasEnvironment: environment !== undefined,
      isEnvironmentBeingRemoved: environment?.deletion_requested_at != null,
    },
    seen.pull,
  )
  if (seen.pull !== null && settings.repository_id === null && isSameRepository(seen.pull, null))
    await savePollResult(tx, organizationId, {
      projectId: preview.project_id,
      repositoryId: seen.pull.repositoryId,
      problem: settings.problem,
      isPoll: false,
    })
  await act(tx, context, { action, pull: seen.pull, parts, ...found })
  return action.kind
}

interface Facts {
  preview: PreviewRow
  settings: PreviewSettingsRow
  environment: EnvironmentRow | undefined
}

async function readFacts(tx: Tx, context: StepContext<SyncInput>): Promise<Facts | undefined> {
  const { organizationId, id } = subjectOf(context)
  const known = await lockPreview(tx, organizationId, id)
  const settings = known === undefined ? undefined : await lockPreviewSettings(tx, organizationId, known.project_id)
  if (known === undefined || settings === undefined) return undefined
  const environment =
    known.environment_id === null ? undefined : await findEnvironment(tx, organizationId, known.environment_id)
  return { preview: known, settings, environment }
}

interface Doing extends Facts {
  action: PreviewAction
  pull: Pull | null
  parts: NewPreviewParts | null
}

async function act(tx: Tx, context: StepContext<SyncInput>, doing: Doing): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  const { action, pull, environment } = doing
  const facts = pull === null ? {} : { title: pull.title, url: pull.url, branch: pull.branch }
  switch (action.kind) {
    case 'keep':
      return
    case 'forget':
      return await deletePreview(tx, organizationId, id)
    case 'refuse':
      return await updatePreview(tx, organizationId, { id, ...facts, status: 'refused', reason: action.reason })
    case 'remove':
      await updatePreview(tx, organizationId, { id, ...facts, status: action.status, reason: action.reason })
      if (environment !== undefined)
        await removeAutomatically(tx, organizationId, { id: environment.id, why: action.reason.code })
      return
    case 'create':
      return await create(tx, context, doing)
    case 'update':
      return await update(tx, context, doing)
  }
}

async function create(
  tx: Tx,
  context: StepContext<SyncInput>,
  { pull, parts, preview, settings }: Doing,
): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  if (pull === null || parts === null) return
  const expiresAt = lifetimeOf(settings)
  const environment = await createEnvironment(tx, organizationId, {
    ...parts,
    projectId: preview.project_id,
    name: `pr-${preview.number}`,
    branch: pull.branch,
    createdBy: null,
    preview: { number: preview.number, url: pull.url, expiresAt },
  })
  await updatePreview(tx, organizationId, {
    id,
    status: 'open',
    environment_id: environment.id,
    title: pull.title,
    url: pull.url,
    branch: pull.branch,
    sha: pull.sha,
    reason: null,
    seed_status: settings.seed === null ? 'none' : 'due',
    expires_at: expiresAt,
  })
  await deploy(tx, context, { environmentId: environment.id, pull })
  await recordSystemAudit(tx, organizationId, {
    action: 'environment.created',
    targetKind: 'environment',
    targetId: environment.id,
    detail: { name: environment.name, branch: pull.branch, pullRequest: preview.number },
  })
  await publishEnvironmentUpdated(tx, organizationId, {
    id: environment.id,
    projectId: preview.project_id,
    action: 'created',
  })
}

async function update(tx: Tx, context: StepContext<SyncInput>, { pull, environment, settings }: Doing): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  if (pull === null || environment === undefined) return
  const expiresAt = lifetimeOf(settings)
  const { title, url, branch, sha } = pull
  const change = { title, url, branch, sha, expires_at: expiresAt, reason: null, status: 'open' } as const
  await updatePreview(tx, organizationId, { id, ...change })
  await updateEnvironmentStatus(tx, organizationId, { id: environment.id, preview_expires_at: expiresAt })
  await deploy(tx, context, { environmentId: environment.id, pull })
}

async function deploy(
  tx: Tx,
  context: StepContext<SyncInput>,
  { environmentId, pull }: { environmentId: EnvironmentRow['id']; pull: Pull },
): Promise<void> {
  const { organizationId } = subjectOf(context)
  const { branch, sha: commit } = pull
  await startDeployment(tx, organizationId, { by: null, environmentId, trigger: 'preview', branch, commit })
}

function lifetimeOf({ lifetime_hours: hours }: PreviewSettingsRow): Date {
  return new Date(Date.now() + hours * 3_600_000)
}
