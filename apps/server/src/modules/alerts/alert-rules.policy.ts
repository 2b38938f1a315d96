/** Default alert rules, and how an organization's settings override them. Pure. */
import { AlertRules, type AlertRulesPatch, type RuleName, ruleNames } from './alert-rules.schemas.ts'

const soon = { enabled: true, forSeconds: 60, clearSeconds: 180 }
const late = { enabled: true, forSeconds: 300, clearSeconds: 300 }

export const defaultRules: AlertRules = {
  server_unreachable: soon,
  disk_full: { ...soon, percent: 90 },
  disk_filling: { ...late, withinHours: 24 },
  memory_full: { ...late, percent: 90 },
  // Restarts are counted over a time window, so this rule needs no additional delay.
  restart_loop: { ...soon, forSeconds: 0, clearSeconds: 60, restarts: 3, withinMinutes: 10 },
  certificate_expiring: { ...soon, forSeconds: 0, clearSeconds: 0, days: 14 },
  certificate_ending: { ...soon, forSeconds: 0, clearSeconds: 0, days: 3 },
  backup_missing: { ...soon, forSeconds: 0, clearSeconds: 0, hours: 48 },
  backup_failed: { ...soon, forSeconds: 0, clearSeconds: 0 },
}

interface RuleText {
  readonly severity: 'warning' | 'critical'
  readonly title: string
  readonly hint: string
}

export const ruleTexts: Readonly<Record<RuleName, RuleText>> = {
  server_unreachable: {
    severity: 'critical',
    title: 'Server unreachable',
    hint: "Running apps might still work, but you can't deploy. Check the machine at your provider, and test its connection to see what fails.",
  },
  disk_full: {
    severity: 'critical',
    title: 'Disk almost full',
    hint: 'Clean up the server, or use a larger disk.',
  },
  disk_filling: {
    severity: 'warning',
    title: 'Disk filling up',
    hint: 'Find out what grows: images, volumes, or logs. A cleanup of the server removes unused resources.',
  },
  memory_full: {
    severity: 'warning',
    title: 'Memory almost full',
    hint: 'Check which service uses the memory. Set limits, or move a service to another server.',
  },
  restart_loop: {
    severity: 'critical',
    title: 'Service keeps restarting',
    hint: 'Check its log to see why it exits, or roll back to a version that worked.',
  },
  certificate_expiring: {
    severity: 'warning',
    title: 'Certificate expires soon',
    hint: "Upload a new certificate for the hostname. An automatic certificate should have been renewed by now: the domain shows why it wasn't.",
  },
  certificate_ending: {
    severity: 'critical',
    title: 'Certificate about to expire',
    hint: "Browsers will reject the site soon. The domain shows why the certificate wasn't renewed. Verify it again, or upload your own certificate.",
  },
  backup_missing: {
    severity: 'warning',
    title: 'Backup missing',
    hint: 'Check why recent backups failed, then start one manually.',
  },
  backup_failed: {
    severity: 'critical',
    title: 'Backup or restore test failed',
    hint: 'The backup shows what happened and how to fix it. Then back up again.',
  },
}

export function applyPatch(rules: AlertRules, patch: AlertRulesPatch): AlertRules {
  const merged = ruleNames.map((name) => [name, { ...rules[name], ...patch[name] }])
  return AlertRules.parse(Object.fromEntries(merged))
}
