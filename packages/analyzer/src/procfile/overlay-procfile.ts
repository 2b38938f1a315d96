import type { Stage } from '../findings.ts'

/** Procfile beside an app: its lines are the processes; several share one image. */
export const overlayProcfile: Stage = async (_scope, findings) => findings
