import type { Stage } from '../findings.ts'

/** longshore.yaml wins over everything else. */
export const overlayLongshoreFile: Stage = async (_scope, findings) => findings
