/** Text and fields of an alert rule. */
import type { AlertRules } from '@longshore/sdk'
import { AlertRulesPatch } from '@longshore/sdk/schemas'
import { text } from '../../text/text.ts'
import { formatDuration } from '../../ui/format.ts'

export type RuleName = keyof AlertRules

export const ruleNames: readonly RuleName[] = [
  'server_unreachable',
  'disk_full',
  'disk_filling',
  'memory_full',
  'restart_loop',
  'certificate_expiring',
  'certificate_ending',
  'backup_missing',
  'backup_failed',
]

const { rules } = text.alerts

/** For example, "90 % in use, alerts after 1 min 0 s". */
export function ruleText(rule: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(rules.thresholds).flatMap(([name, say]) => {
    const value = rule[name]
    return typeof value === 'number' ? [say(value)] : []
  })
  const patience = Number(rule['forSeconds'] ?? 0)
  return [own.join(' '), patience === 0 ? rules.atOnce : rules.at(formatDuration(patience * 1_000))]
    .filter((part) => part !== '')
    .join(', ')
}

/** The API lists the rule's thresholds last; the form shows them first. */
export function fieldsOf(name: RuleName): string[] {
  const all = Object.keys(ruleSchema(name).properties ?? {}).filter((field) => field !== 'enabled')
  const common = ['forSeconds', 'clearSeconds']
  return [...all.filter((field) => !common.includes(field)), ...all.filter((field) => common.includes(field))]
}

export function ruleSchema(name: RuleName) {
  return AlertRulesPatch.properties?.[name] ?? {}
}
