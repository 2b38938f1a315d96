/** All findings, in the order in which they are provoked. */
import { missingDomain } from './automatic-domain.ts'
import type { Finding } from './finding.ts'

export const findings: readonly Finding[] = [missingDomain]
