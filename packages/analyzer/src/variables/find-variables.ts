import type { Stage } from '../findings.ts'

/** Variables that the code reads, .env examples, app.json and compose state. */
export const findVariables: Stage = async (_scope, findings) => findings
