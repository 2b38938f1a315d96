import type { ImagePlan } from './image-plan.ts'

/** The plan as text of a Dockerfile. */
export function renderDockerfile(_plan: ImagePlan): string {
  return ''
}
