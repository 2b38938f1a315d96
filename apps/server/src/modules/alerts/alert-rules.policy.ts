/** What the rules say by default, and how an organisation's own settings go over them; pure. */
import { AlertRules, type AlertRulesPatch, type RuleName, ruleNames } from './alert-rules.schemas.ts'

const soon = { enabled: true, forSeconds: 60, clearSeconds: 180 }
const late = { enabled: true, forSeconds: 300, clearSeconds: 300 }

export const defaultRules: AlertRules = {
  server_unreachable: soon,
  disk_full: { ...soon, percent: 90 },
  disk_filling: { ...late, withinHours: 24 },
  memory_full: { ...late, percent: 90 },
  // The time in which they are counted is patience enough.
  restart_loop: { ...soon, forSeconds: 0, clearSeconds: 60, restarts: 3, withinMinutes: 10 },
  certificate_expiring: { ...soon, forSeconds: 0, clearSeconds: 0, days: 14 },
  certificate_ending: { ...soon, forSeconds: 0, clearSeconds: 0, days: 3 },
  backup_missing: { ...soon, forSeconds: 0, clearSeconds: 0, hours: 48 },
  backup_failed: { ...soon, forSeconds: 0, clearSeconds: 0 },
}

interface Meaning {
  readonly severity: 'warning' | 'critical'
  readonly title: string
  readonly hint: string
}

export const ruleMeanings: Readonly<Record<RuleName, Meaning>> = {
  server_unreachable: {
    severity: 'critical',
    title: 'A server cannot be reached',
    hint: 'What runs there may still answer, but nothing can be deployed. Look at the machine at its provider; POST /servers/test-connection says at which stage it fails.',
  },
  disk_full: {
    severity: 'critical',
    title: 'A disk is almost full',
    hint: 'Remove what is not used (POST /servers/:id/cleanup), or give the server a larger disk.',
  },
  disk_filling: {
    severity: 'warning',
    title: 'A disk will be full soon',
    hint: 'See what grows: images, volumes or logs. POST /servers/:id/cleanup removes what is not used.',
  },
  memory_full: {
    severity: 'warning',
    title: 'Memory is almost full',
    hint: 'See which service uses it (GET /environments/:id/metrics), set limits, or move one to another server.',
  },
  restart_loop: {
    severity: 'critical',
    title: 'A service is started again and again',
    hint: 'Its last lines say why it ends: GET /environments/:id/logs. Roll back to a release that ran.',
  },
  certificate_expiring: {
    severity: 'warning',
    title: 'A certificate ends soon',
    hint: 'Bring a new certificate for the hostname. One of an authority should have been renewed long ago: GET /domains says why it was not.',
  },
  certificate_ending: {
    severity: 'critical',
    title: 'A certificate has almost ended',
    hint: 'Browsers will refuse the site. GET /domains says why it was not renewed; POST /domains/:id/verify looks at DNS again. Until then bring a certificate of your own.',
  },
  backup_missing: {
    severity: 'warning',
    title: 'There is no recent backup',
    hint: 'See why the last ones failed, and start one by hand.',
  },
  backup_failed: {
    severity: 'critical',
    title: 'A backup failed, or could not be restored on trial',
    hint: 'GET /environments/:id/backups says what happened and what to do about it; POST …/backups/trigger tries again.',
  },
}

export function applyPatch(rules: AlertRules, patch: AlertRulesPatch): AlertRules {
  const merged = ruleNames.map((name) => [name, { ...rules[name], ...patch[name] }])
  return AlertRules.parse(Object.fromEntries(merged))
}
