/** The rules of an organization: the defaults, and over them what it has set. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { applyPatch, defaultRules } from './alert-rules.policy.ts'
import { AlertRulesPatch } from './alert-rules.schemas.ts'
import { findAlertSettings } from './alerts.repository.ts'
import type { AlertSettings } from './alerts.schemas.ts'

export async function readRules(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<AlertSettings & { changed: AlertRulesPatch }> {
  const row = await findAlertSettings(tx, organizationId)
  // What an older version has stored and this one does not know must not end all alerts.
  const changed = AlertRulesPatch.safeParse(row?.rules ?? {}).data ?? {}
  return { rules: applyPatch(defaultRules, changed), version: row?.version ?? 0, changed }
}
