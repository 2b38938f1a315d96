/** One payload of each event, for previews and tests; none of it is real. */
import { type NoticeEvent, type NoticeOf, NoticePayload } from '../../notices/notice-events.schemas.ts'

export function samplePayload(event: NoticeEvent): NoticePayload {
  return NoticePayload.parse({ event, ...samples[event] })
}

const place = {
  project: { id: 'prj_sample', name: 'shop' },
  environment: { id: 'env_sample', name: 'production' },
}
const noPlace = { project: null, environment: null }
const failure = {
  code: 'health_check_failed',
  title: "The new version isn't healthy",
  detail: 'GET /health responded with 500 for 60 s.',
  hint: 'Check the log of the service web.',
}
const deployment = {
  id: 'dep_sample',
  number: 42,
  trigger: 'push',
  branch: 'main',
  commit: { sha: '4f9c2d17a0b3e58c6d1f2a7b9e0c3d5f6a8b1c2d', message: 'Show prices with tax', author: 'Ada Lovelace' },
  durationMs: 72_000,
}
const server = { id: 'srv_sample', name: 'web-1', host: '203.0.113.10' }
const backup = { id: 'bkp_sample', service: 'postgres', volume: null, kind: 'postgresql' }
const restore = { id: 'rst_sample', service: 'postgres', source: 'backup', durationMs: 31_000 } as const
const alert = {
  id: 'alr_sample',
  rule: 'disk_full',
  severity: 'warning',
  title: 'The disk is 91% full',
  detail: 'At this rate, it will be full in 3 days.',
  hint: 'Remove old images, or use a larger disk.',
  subject: null,
  since: '2026-01-02T03:04:05.000Z',
} as const
const member = { id: 'usr_sample', name: 'Grace Hopper', email: 'grace@example.com', role: 'developer' }
const by = { id: 'usr_sample', name: 'Ada Lovelace' }
const token = { id: 'tok_sample', name: 'ci', scopes: ['deployments:write'] }

const samples: { [Event in NoticeEvent]: Omit<NoticeOf<Event>, 'event'> } = {
  deployment_started: { ...place, deployment: { ...deployment, durationMs: null } },
  deployment_succeeded: { ...place, deployment },
  deployment_failed: {
    ...place,
    deployment,
    failure,
    stillServing: 41,
    lastLines: 'Error: connect ECONNREFUSED 10.0.0.5:5432',
  },
  deployment_rolled_back: { ...place, deployment, rolledBackTo: 41 },
  deployment_cancelled: { ...place, deployment },
  deployment_not_started: {
    ...place,
    scheduled: { id: 'sdp_sample', startAt: alert.since, branch: 'main' },
    failure: {
      code: 'no_longer_allowed',
      title: "The person who scheduled it can't deploy anymore",
      detail: 'Their role no longer allows deployments of this environment.',
      hint: 'Deploy it yourself.',
    },
  },
  job_failed: {
    ...place,
    job: { id: 'run_sample', service: 'nightly-report', exitCode: 1, lastLines: 'report.ts: no such table: orders' },
    failure: { ...failure, title: 'The job failed' },
  },
  server_unreachable: { server, detail: 'No connection for 3 minutes.', since: alert.since },
  server_recovered: { server, since: alert.since },
  server_drifted: { server, findings: ['PasswordAuthentication is on', 'The firewall is off'] },
  server_hardened: { server, runId: 'hrd_sample', changes: 14 },
  host_key_changed: { server, detail: 'It shows SHA256:sample instead of the pinned key.' },
  backup_failed: { ...place, backup, failure: { ...failure, title: 'The dump is incomplete' } },
  backup_proven: { ...place, backup, tables: 31, rows: 120_455 },
  backup_proof_failed: { ...place, backup, differences: ['orders: 10 rows instead of 12'] },
  backup_missing: { ...place, service: 'postgres', detail: 'The last successful backup is 49 hours old.' },
  drill_failed: { ...place, failure },
  recovery_target_missed: {
    ...place,
    target: 'recovery_loses_too_much',
    detail: '95 min of data would be lost. The target is 60 min.',
  },
  restore_succeeded: { ...place, restore },
  restore_failed: { ...place, restore, failure },
  certificate_expiring: {
    ...place,
    hostname: 'shop.example.com',
    severity: 'warning',
    detail: "It expires in 9 days and couldn't be renewed.",
    hint: 'Check that the DNS record still points to the server.',
  },
  certificate_failed: { ...place, hostname: 'shop.example.com', failure },
  domain_failed: { ...place, domain: { id: 'dom_sample', hostname: 'shop.example.com' }, failure },
  alert_raised: { ...noPlace, server, alert },
  alert_cleared: { ...noPlace, server, alert },
  member_joined: { member, by: null },
  member_removed: { member, by },
  member_role_changed: { member, previousRole: 'viewer', by },
  token_created: { token, by },
  token_revoked: { token, by },
  instance_backup_missing: {
    lastSucceededAt: '2026-03-01T02:17:09.000Z',
    detail: 'The last attempt failed: the bucket rejected the key.',
  },
  version_available: { version: '1.3.0', currentVersion: '1.2.4', url: 'https://example.com/changelog' },
  connector_failing: {
    connector: { id: 'ntc_sample', name: 'Team chat', kind: 'slack' },
    reason: "The URL doesn't exist: it was deleted or mistyped.",
    retryAt: alert.since,
  },
}
