/** Whether a rehearsal of an environment's deployments is possible. Pure. */
import { isRehearsableEngine, type ServiceKind } from './service-kinds.schemas.ts'

/** True when some service has a release command, and some database can be copied for it. */
export function isRehearsable(
  services: readonly { kind: ServiceKind; releaseCommand: string | readonly string[] | null }[],
): boolean {
  return (
    services.some(({ releaseCommand }) => releaseCommand !== null) &&
    services.some(({ kind }) => isRehearsableEngine(kind))
  )
}
