import type { CheckResult } from '../check.ts'
import { type Evidence, isReportedMissing, linesOf, sectionsOf, textOf, Unreadable, wholeOf } from '../evidence.ts'
import { decide, type Finding, fail, notApplicable, pass, passIf } from '../result.ts'
import { isContainer, unitsOf } from './services.ts'

const apparmorSwitch = '/sys/module/apparmor/parameters/enabled'
const apparmorProfiles = '/sys/kernel/security/apparmor/profiles'
const selinuxSwitch = '/sys/fs/selinux/enforce'

export function evaluateMandatoryAccess(evidence: Evidence): CheckResult[] {
  return [
    decide('mac.apparmor', () => evaluateConfinement(evidence)),
    decide('mac.audit_rules', () => evaluateAudit(evidence)),
  ]
}

function evaluateConfinement(evidence: Evidence): Finding {
  const { text, errors } = wholeOf(evidence, 'mandatoryAccess')
  const files = sectionsOf(text)
  if (files.get(selinuxSwitch)?.trim() === '1') return pass('SELinux', 'SELinux is enforcing')
  if (files.get(apparmorSwitch)?.trim() === 'Y') {
    const profiles = linesOf(files.get(apparmorProfiles) ?? '').length
    return passIf(profiles > 0, `AppArmor, ${profiles} profiles`, `${apparmorProfiles} lists ${profiles}`)
  }
  const isOff = files.has(apparmorSwitch) || isReportedMissing(errors, apparmorSwitch)
  if (!isOff) throw new Unreadable(`the server says nothing about ${apparmorSwitch}`)
  if (isContainer(evidence)) return notApplicable('a container has the kernel of its host, which has no AppArmor')
  return fail('off', 'the kernel has neither AppArmor nor SELinux switched on')
}

function evaluateAudit(evidence: Evidence): Finding {
  const unit = unitsOf(evidence).get('auditd.service')
  if (unit === undefined) throw new Unreadable('systemd says nothing about auditd')
  if (!unit.isActive)
    return isContainer(evidence)
      ? notApplicable('auditd does not run in a container')
      : fail('off', 'auditd does not run')
  const rules = linesOf(textOf(evidence, 'auditRules')).filter((line) => line.includes('docker'))
  return passIf(
    rules.length > 0,
    `${rules.length} rules for Docker`,
    `auditctl -l names Docker in ${rules.length} rules`,
  )
}
