/** Trims the build cache on the server to its budget. Nothing waits for this, because the release is already live. */
import type { DeploymentPlan } from '../deployment-plan.schemas.ts'
import type { DeployContext, DeployDeps } from './deploy.context.ts'
import { subjectOf } from './deploy-step.context.ts'

/** Default when the server's owner set none. */
const budgetBytes = 10_000_000_000

export async function trimBuildCache(
  { runtimes }: Pick<DeployDeps, 'runtimes'>,
  context: DeployContext,
  { services }: Pick<DeploymentPlan, 'services'>,
): Promise<void> {
  if (!services.some(({ image }) => image.do === 'build')) return
  const { organizationId, buildServerId } = subjectOf(context)
  const { signal } = context
  const keep = context.input.build.cacheBytes ?? budgetBytes
  await runtimes.use(organizationId, buildServerId, (runtime) => runtime.trimBuildCache(keep, { signal }), signal)
}
