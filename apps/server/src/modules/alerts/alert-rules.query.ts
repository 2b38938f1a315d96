/** Reads the rules of an organization: the defaults, overridden by its settings. */
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
  // Settings that an older version stored and this version doesn't know must not end all alerts.
  const changed = AlertRulesPatch.safeParse(row?.rules ?? {}).data ?? {}
  return { rules: applyPatch(defaultRules, changed), version: row?.version ?? 0, changed }
}
