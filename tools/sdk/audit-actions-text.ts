/** Writes every action of the audit log. */
import { auditActions } from '../../apps/server/src/modules/audit/audit-actions.schemas.ts'

export function auditActionsText(): string {
  return `/** Every action that the audit log can contain. A newer server may know more. */
export const auditActions = [
${auditActions.map((each) => `  '${each}',\n`).join('')}] as const
export type AuditAction = (typeof auditActions)[number]
`
}
