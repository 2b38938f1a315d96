import type { Stage } from '../findings.ts'

/** Databases that the code needs, by dependencies and connection strings; those of compose are in the findings already. */
export const findDatabases: Stage = async (_scope, findings) => findings
