import type { Stage } from '../findings.ts'

/** docker-compose: services, databases, volumes, ports, aliases. */
export const overlayCompose: Stage = async (_scope, findings) => findings
