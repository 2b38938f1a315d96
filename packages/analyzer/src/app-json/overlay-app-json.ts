import type { Stage } from '../findings.ts'

/** app.json: post-deploy scripts, formation; its env is read with the variables. */
export const overlayAppJson: Stage = async (_scope, findings) => findings
