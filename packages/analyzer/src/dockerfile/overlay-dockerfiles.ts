import type { Stage } from '../findings.ts'

/** Dockerfiles of the repository: builder dockerfile, port by EXPOSE, health check, volumes. */
export const overlayDockerfiles: Stage = async (_scope, findings) => findings
