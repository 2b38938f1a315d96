/** How long a deployment can take to obtain its images; pure. */
import type { DeploymentPlan } from './release.schemas.ts'

/** Of each build beside its own limit: the checkout, the check of the server's limits, and bringing the image over. */
const aroundBuildMs = 10 * 60_000
/** For everything that is pulled. */
const pullsMs = 60 * 60_000

/** Longer than all builds together may take: a build that hangs ends by its own limit, and its owner reads `build_timeout`. */
export function buildDeadlineMs({ services, limits }: Pick<DeploymentPlan, 'services' | 'limits'>): number {
  const builds = new Set(services.flatMap(({ image }) => (image.do === 'build' ? [image.key] : [])))
  return pullsMs + builds.size * (limits.timeMs + aroundBuildMs)
}
