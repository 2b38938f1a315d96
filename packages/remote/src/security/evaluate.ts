/** Evaluates every check of the catalog against the evidence. Pure. Never throws; an unknown state doesn't pass. */
import { catalog } from './catalog.ts'
import type { CheckResult } from './check.ts'
import { evaluateAccounts } from './evaluate/accounts.ts'
import { evaluateContainers } from './evaluate/docker-containers.ts'
import { evaluateDockerDaemon } from './evaluate/docker-daemon.ts'
import { evaluateEgress } from './evaluate/egress.ts'
import { evaluateFail2ban } from './evaluate/fail2ban.ts'
import { evaluateFirewall } from './evaluate/firewall.ts'
import { evaluateMandatoryAccess } from './evaluate/mac.ts'
import { evaluateSshAlgorithms } from './evaluate/ssh-algorithms.ts'
import { evaluateSshFiles } from './evaluate/ssh-files.ts'
import { evaluateSshOptions } from './evaluate/ssh-options.ts'
import { evaluateSysctl } from './evaluate/sysctl.ts'
import { evaluateSystem } from './evaluate/system.ts'
import { evaluateUpdates } from './evaluate/updates.ts'
import type { Evidence } from './evidence.ts'
import { unknown } from './result.ts'

const evaluators = [
  evaluateSshOptions,
  evaluateSshAlgorithms,
  evaluateSshFiles,
  evaluateFirewall,
  evaluateContainers,
  evaluateFail2ban,
  evaluateUpdates,
  evaluateAccounts,
  evaluateSysctl,
  evaluateDockerDaemon,
  evaluateEgress,
  evaluateSystem,
  evaluateMandatoryAccess,
]

export function evaluate(evidence: Evidence): CheckResult[] {
  const results = new Map(evaluators.flatMap((each) => each(evidence)).map((result) => [result.id, result]))
  return catalog.map(({ id }) => results.get(id) ?? { id, ...unknown('no evaluator knows this check') })
}
