/**
 * Tests a backup, and stores the signed result with it. An interrupted test starts over; a test that couldn't run, for
 * example for lack of memory, says nothing about the backup and keeps an older proof.
 */
import { z } from 'zod'
import type { OrganizationId } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { type StepContext, type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { remoteStep } from '../../../workloads/worker.ts'
import { publishBackupUpdated } from '../../archives/backups.events.ts'
import { type BackupRow, findBackup, updateBackup } from '../../archives/backups.repository.ts'
import { notifyVerification } from '../notify-verification.action.ts'
import type { ProofStatement } from '../proof.schemas.ts'
import { signProof } from '../sign-proof.crypto.ts'
import { type RestoreTestResult, testRestore } from '../test-restore.remote.ts'
import { type VerificationInput, verifyBackup } from '../verification.references.ts'
import type { VerificationTools } from './verification.context.ts'

const Verified = z.object({ result: z.enum(['passed', 'failed']) })
type Context = StepContext<VerificationInput>

const attempts = 5

export function createVerifyBackup(tools: VerificationTools): Workflow<VerificationInput> {
  const prove = remoteStep<VerificationInput, z.output<typeof Verified>>({
    name: 'try',
    output: Verified,
    deadlineMs: 24 * 60 * 60_000,
    attempts,
    run: (context) => testAndSign(tools, context),
  })
  return workflow(verifyBackup, [prove], {
    async onFinish(tx, run, { status }) {
      if (status === 'succeeded') return
      const { backupId, environmentId } = idsOf(run.input)
      const state = await findEnvironmentState(tx, run.organizationId, environmentId)
      const projectId = state?.projectId ?? null
      await publishBackupUpdated(tx, run.organizationId, [
        { id: backupId, environmentId, projectId, action: 'proof_not_tried' },
      ])
    },
  })
}

async function testAndSign(tools: VerificationTools, context: Context): Promise<z.output<typeof Verified>> {
  const { organizationId } = context.run
  const { row, serverId, projectId } = await load(tools, organizationId, context.input)
  const { backupId, environmentId } = idsOf(context.input)
  const startedAt = new Date()
  const result = await testRestore(tools, {
    ...{ organizationId, environmentId, serverId, backupId, runId: context.run.id, signal: context.signal },
    service: { id: row.service_id, name: row.service_name },
  })
  const statement = stateResult(row, result, startedAt)
  const restoreTest = signProof(statement, await tools.openProofKey(organizationId))
  const isPassed = statement.outcome === 'passed'
  context.record(async (tx) => {
    const restoreTestedAt = isPassed ? new Date(statement.finishedAt) : null
    if ((await updateBackup(tx, organizationId, { id: backupId, restoreTest, restoreTestedAt })) === undefined) return
    await notifyVerification(tx, organizationId, { row, environmentId, statement })
    const action = isPassed ? 'proven' : 'proof_failed'
    await publishBackupUpdated(tx, organizationId, [{ id: backupId, environmentId, projectId, action }])
  })
  return { result: isPassed ? 'passed' : 'failed' }
}

async function load({ database }: VerificationTools, organizationId: OrganizationId, input: VerificationInput) {
  const { backupId, environmentId } = idsOf(input)
  return await database.tenant(organizationId, async (tx) => {
    const row = await findBackup(tx, organizationId, { id: backupId })
    const state = await findEnvironmentState(tx, organizationId, environmentId)
    const serverId = state?.liveServerId ?? state?.serverId ?? null
    if (row?.status !== 'succeeded' || state === undefined || serverId === null)
      throw new PermanentError('not_found', 'The backup, or the server for the restore test, no longer exists.')
    return { row, serverId, projectId: state.projectId }
  })
}

function stateResult(row: BackupRow, { differences, content }: RestoreTestResult, startedAt: Date): ProofStatement {
  return {
    form: 1,
    backupId: encodeId('bkp', row.id),
    outcome: differences.length === 0 ? 'passed' : 'failed',
    sha256: row.sha256 ?? '',
    engineImage: row.engine_image ?? '',
    tables: content?.tables.length ?? 0,
    rows: content?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0,
    objects: content?.objects.length ?? 0,
    entries: content?.entries ?? null,
    differences: [...differences],
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
  }
}

function idsOf({ backupId, environmentId }: VerificationInput) {
  return { backupId: backupId, environmentId: environmentId }
}
