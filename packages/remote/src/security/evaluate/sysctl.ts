/** A setting passes if it is active in the kernel and no file will change it at the next boot. */
import { type SysctlSetting, sysctlSettings } from '../catalog/sysctl.ts'
import type { CheckResult } from '../check.ts'
import {
  type Evidence,
  isReportedMissing,
  linesOf,
  oncePerEvidence,
  sectionsOf,
  Unreadable,
  wholeOf,
} from '../evidence.ts'
import { decide, type Finding, fail, notApplicable, pass } from '../result.ts'
import { isContainer } from './services.ts'
import { type Assignment, assignmentsOf, persistedValues } from './sysctl-files.ts'

export function evaluateSysctl(evidence: Evidence): CheckResult[] {
  const forwarding: SysctlSetting = {
    check: 'sysctl.ip_forward',
    keys: ['net.ipv4.ip_forward'],
    value: '1',
    accepted: ['1'],
  }
  return [...sysctlSettings, forwarding].map((setting) =>
    decide(setting.check, () => evaluateSetting(setting, evidence)),
  )
}

function evaluateSetting({ keys, accepted }: SysctlSetting, evidence: Evidence): Finding {
  const values = keys
    .map((key) => ({ key, value: kernelValue(evidence, key) }))
    .filter(({ value }) => value !== undefined)
  if (values.length === 0) return notApplicable('the kernel does not have this setting')
  const shown = values.map(({ key, value }) => `${key} = ${value}`).join(', ')
  const bad = values.find(({ value }) => !accepted.includes(value ?? ''))
  const assignments = assignmentsOf(evidence)
  const planned = values
    .flatMap(({ key }) => persistedValues(assignments, key))
    .find(({ value }) => !accepted.includes(value))
  if (bad !== undefined) return evaluateBad(bad.key, shown, { planned, evidence })
  if (planned !== undefined)
    return fail(shown, `${planned.file} sets ${planned.key} = ${planned.value} at the next start`)
  return pass(shown, `the kernel says ${shown}`)
}

/** Settings of the whole kernel can't be changed inside a container. */
function evaluateBad(
  key: string,
  shown: string,
  { planned, evidence }: { planned: Assignment | undefined; evidence: Evidence },
): Finding {
  if (!key.startsWith('net.') && isContainer(evidence))
    return notApplicable(`a container has the kernel of its host: ${shown}`, shown)
  return fail(
    shown,
    planned === undefined ? `the kernel says ${shown}` : `${planned.file} sets ${planned.key} = ${planned.value}`,
  )
}

const valuesOf = oncePerEvidence((evidence) => sectionsOf(wholeOf(evidence, 'sysctlValues').text))

/** Undefined if the kernel has no such setting. */
function kernelValue(evidence: Evidence, key: string): string | undefined {
  const { errors } = wholeOf(evidence, 'sysctlValues')
  const path = `/proc/sys/${key.replaceAll('.', '/')}`
  const value = valuesOf(evidence).get(path)
  if (value === undefined) {
    if (isReportedMissing(errors, path)) return undefined
    throw new Unreadable(`the server says nothing about ${key}`)
  }
  const [line = '', ...others] = linesOf(value)
  if (!/^-?\d{1,10}$/.test(line) || others.length > 0) throw new Unreadable(`${key} is not a number`)
  return line
}
