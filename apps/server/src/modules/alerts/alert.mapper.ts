/** Maps an alert to responses and notifications. */
import { ruleTexts } from './alert-rules.policy.ts'
import type { AlertRow } from './alerts.repository.ts'
import type { Alert } from './alerts.schemas.ts'

export function toAlert(row: AlertRow): Alert {
  const { goodSince: _, badSince, status, firedAt, ...shown } = row
  const { title, hint } = ruleTexts[row.rule]
  return {
    ...shown,
    status: status === 'resolved' ? 'resolved' : 'firing',
    title,
    hint,
    since: badSince,
    firedAt: firedAt ?? badSince,
  }
}
