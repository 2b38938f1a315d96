import type { Stage } from '../findings.ts'

/** What will bite: secrets in the tree, listening on localhost, a huge repository. */
export const findWarnings: Stage = async (_scope, findings) => findings
