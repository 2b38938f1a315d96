/** Every check there is. Ids are stable; hardening mends those that are `fixable`. */
import { accountChecks } from './catalogue/accounts.ts'
import { dockerContainerChecks, dockerDaemonChecks } from './catalogue/docker.ts'
import { fail2banChecks } from './catalogue/fail2ban.ts'
import { firewallChecks } from './catalogue/firewall.ts'
import { sshAlgorithmChecks } from './catalogue/ssh-algorithms.ts'
import { sshFileChecks } from './catalogue/ssh-files.ts'
import { sshOptionChecks } from './catalogue/ssh-options.ts'
import { sysctlChecks } from './catalogue/sysctl.ts'
import { macChecks, systemChecks } from './catalogue/system.ts'
import { updateChecks } from './catalogue/updates.ts'
import type { Check } from './check.ts'

export const catalogue: readonly Check[] = [
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

const byId = new Map(catalogue.map((check) => [check.id, check]))

export function findCheck(id: string): Check | undefined {
  return byId.get(id)
}
