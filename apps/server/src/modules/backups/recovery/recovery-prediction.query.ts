/** Predicts a recovery from what is known about an environment. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findMedianDuration, listMedianSteps } from '../../deployments/index.ts'
import { findLastDrill } from './drills/drills.repository.ts'
import { type Prediction, predictRecovery } from './recovery-figures.policy.ts'
import type { RecoveryPlan } from './recovery-plan.query.ts'

const afterHealthSteps: ReadonlySet<string> = new Set(['switch-traffic', 'watch-stability'])

export async function readPrediction(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, plan }: { environmentId: Id<'env'>; plan: RecoveryPlan },
): Promise<Prediction> {
  const drill = await findLastDrill(tx, organizationId, { environmentId, status: 'passed' })
  const drilledMs = drill?.recovery_ms ?? null
  const steps = await listMedianSteps(tx, organizationId, environmentId)
  const afterHealth = steps.filter(({ name }) => afterHealthSteps.has(name))
  return predictRecovery({
    drilledMs: drilledMs === null ? null : Number(drilledMs),
    afterHealthMs: afterHealth.reduce((sum, { medianMs }) => sum + medianMs, 0),
    deploymentMs: await findMedianDuration(tx, organizationId, environmentId),
    plainBytes: plan.data.reduce((sum, { backup }) => sum + (backup?.plainBytes ?? 0), 0),
    dataAt: plan.data.map(({ backup }) => backup?.dataAt ?? null),
    now: await readNow(tx),
  })
}
