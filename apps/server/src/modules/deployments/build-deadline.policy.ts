/** Computes how long a deployment can take to obtain its images. Pure. */
import type { DeploymentPlan } from './deployment-plan.schemas.ts'

/** Extra time per build: the checkout, the check of the server's limits, and the transfer of the image. */
const aroundBuildMs = 10 * 60_000
/** Time for all pulls. */
const pullsMs = 60 * 60_000

/**
 * Returns more time than all builds together can take, so a build that hangs ends at its own limit with
 * `build_timeout`.
 */
export function buildDeadlineMs({ services, limits }: Pick<DeploymentPlan, 'services' | 'limits'>): number {
  const builds = new Set(services.flatMap(({ image }) => (image.do === 'build' ? [image.key] : [])))
  return pullsMs + builds.size * (limits.timeMs + aroundBuildMs)
}
