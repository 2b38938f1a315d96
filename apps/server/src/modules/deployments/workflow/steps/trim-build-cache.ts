/** After a build the cache on its server goes back within its budget. Nobody waits for this any more: the release is live. */
import type { DeploymentPlan } from '../../release.schemas.ts'
import type { DeployContext, DeployDeps } from '../deploy-ports.ts'
import { subjectOf } from '../deploy-step.ts'

/** Where the server's owner set none. */
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
