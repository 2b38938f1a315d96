/** All security checks. Ids are stable; hardening fixes those that are `fixable`. */
import { accountChecks } from './catalog/accounts.ts'
import { dockerContainerChecks, dockerDaemonChecks } from './catalog/docker.ts'
import { fail2banChecks } from './catalog/fail2ban.ts'
import { firewallChecks } from './catalog/firewall.ts'
import { sshAlgorithmChecks } from './catalog/ssh-algorithms.ts'
import { sshFileChecks } from './catalog/ssh-files.ts'
import { sshOptionChecks } from './catalog/ssh-options.ts'
import { sysctlChecks } from './catalog/sysctl.ts'
import { macChecks, systemChecks } from './catalog/system.ts'
import { updateChecks } from './catalog/updates.ts'
import type { Check } from './check.ts'

export const catalog: readonly Check[] = [
  ...sshOptionChecks,
  ...sshAlgorithmChecks,
  ...sshFileChecks,
  ...firewallChecks,
  ...fail2banChecks,
  ...updateChecks,
  ...accountChecks,
  ...sysctlChecks,
  ...dockerDaemonChecks,
  ...dockerContainerChecks,
  ...systemChecks,
  ...macChecks,
]

const byId = new Map(catalog.map((check) => [check.id, check]))

export function findCheck(id: string): Check | undefined {
  return byId.get(id)
}
