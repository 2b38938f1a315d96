/**
 * The catalog of notices: each event with its payload. Payloads are stored, and webhooks send them unchanged: only add
 * fields, with defaults. Ids are in wire format.
 */
import { z } from 'zod'
import { describeEvents } from './notice-descriptions.schemas.ts'
import { severities } from './notice-severity.schemas.ts'

/** Truncates instead of rejecting: a notification must not fail because of its length. */
const cut = (length: number) => z.string().overwrite((text) => text.slice(0, length))
const some = <Item extends z.ZodType>(item: Item, count: number) =>
  z.array(item).overwrite((items) => items.slice(0, count))

const id = cut(64)
const word = cut(64)
const name = cut(253)
const text = cut(2_000)

const Named = z.object({ id, name })
const inEnvironment = { project: Named, environment: Named }
const maybeInEnvironment = { project: Named.nullable(), environment: Named.nullable() }

/** Describes what failed, why, and how to fix it. */
export const NoticeFailure = z.object({ code: cut(100), title: text, detail: text, hint: text })
export type NoticeFailure = z.output<typeof NoticeFailure>

const Deployment = z.object({
  id,
  number: z.int(),
  trigger: word,
  branch: name.nullable(),
  commit: z.object({ sha: word, message: text, author: name }).nullable(),
  durationMs: z.int().nullable(),
})
const deployment = { ...inEnvironment, deployment: Deployment }

const Job = z.object({ id, service: name, exitCode: z.int().nullable(), lastLines: text })

const Server = z.object({ id, name, host: name })
const Backup = z.object({ id, service: name, volume: name.nullable(), kind: word })
const Restore = z.object({ id, service: name, source: z.enum(['backup', 'import']), durationMs: z.int().nullable() })
const Alert = z.object({
  id,
  rule: word,
  severity: z.enum(severities),
  title: text,
  detail: text,
  hint: text,
  /** The service or hostname concerned. */
  subject: name.nullable(),
  since: word,
})
const alert = { ...maybeInEnvironment, server: Server, alert: Alert }
const Member = z.object({ id, name, email: cut(320), role: word })
/** Null if the system or the person concerned did it. */
const by = Named.nullable()
const Token = z.object({ id, name, scopes: some(cut(100), 200) })

export const NoticePayload = z.discriminatedUnion('event', [
  z.object({ event: z.literal('deployment_started'), ...deployment }),
  z.object({ event: z.literal('deployment_succeeded'), ...deployment }),
  z.object({
    event: z.literal('deployment_failed'),
    ...deployment,
    failure: NoticeFailure,
    /** Number of the deployment that keeps serving traffic. */
    stillServing: z.int().nullable().default(null),
    lastLines: text.default(''),
  }),
  z.object({ event: z.literal('deployment_rolled_back'), ...deployment, rolledBackTo: z.int().nullable() }),
  z.object({ event: z.literal('deployment_cancelled'), ...deployment }),

  z.object({
    event: z.literal('deployment_not_started'),
    ...inEnvironment,
    scheduled: z.object({ id, startAt: word, branch: name.nullable() }),
    failure: NoticeFailure,
  }),

  z.object({ event: z.literal('job_failed'), ...inEnvironment, job: Job, failure: NoticeFailure }),

  z.object({ event: z.literal('server_unreachable'), server: Server, detail: text, since: word }),
  z.object({ event: z.literal('server_recovered'), server: Server, since: word }),
  z.object({ event: z.literal('server_drifted'), server: Server, findings: some(text, 20) }),
  z.object({ event: z.literal('server_hardened'), server: Server, runId: id, changes: z.int() }),
  z.object({ event: z.literal('host_key_changed'), server: Server, detail: text }),

  z.object({ event: z.literal('backup_failed'), ...inEnvironment, backup: Backup, failure: NoticeFailure }),
  z.object({
    event: z.literal('backup_proven'),
    ...inEnvironment,
    backup: Backup,
    tables: z.int(),
    rows: z.number(),
  }),
  z.object({
    event: z.literal('backup_proof_failed'),
    ...inEnvironment,
    backup: Backup,
    differences: some(text, 20),
  }),
  z.object({ event: z.literal('backup_missing'), ...inEnvironment, service: name, detail: text }),
  z.object({ event: z.literal('drill_failed'), ...inEnvironment, failure: NoticeFailure }),
  z.object({ event: z.literal('recovery_target_missed'), ...inEnvironment, target: word, detail: text }),
  z.object({ event: z.literal('restore_succeeded'), ...inEnvironment, restore: Restore }),
  z.object({ event: z.literal('restore_failed'), ...inEnvironment, restore: Restore, failure: NoticeFailure }),

  z.object({
    event: z.literal('certificate_expiring'),
    ...inEnvironment,
    hostname: name,
    severity: z.enum(severities),
    detail: text,
    hint: text,
  }),
  z.object({ event: z.literal('certificate_failed'), ...inEnvironment, hostname: name, failure: NoticeFailure }),
  z.object({
    event: z.literal('domain_failed'),
    ...maybeInEnvironment,
    domain: z.object({ id, hostname: name }),
    failure: NoticeFailure,
  }),

  z.object({ event: z.literal('alert_raised'), ...alert }),
  z.object({ event: z.literal('alert_cleared'), ...alert }),

  z.object({ event: z.literal('member_joined'), member: Member, by }),
  z.object({ event: z.literal('member_removed'), member: Member, by }),
  z.object({ event: z.literal('member_role_changed'), member: Member, previousRole: word, by }),
  z.object({ event: z.literal('token_created'), token: Token, by }),
  z.object({ event: z.literal('token_revoked'), token: Token, by }),

  z.object({
    event: z.literal('version_available'),
    version: word,
    currentVersion: word,
    url: cut(500).nullable(),
  }),
  /** Sent only to organizations of operators. */
  z.object({ event: z.literal('instance_backup_missing'), lastSucceededAt: word.nullable(), detail: text }),
  z.object({
    event: z.literal('connector_failing'),
    connector: z.object({ id, name, kind: word }),
    reason: text,
    retryAt: word.nullable(),
  }),
])
export type NoticePayload = z.output<typeof NoticePayload>

export type NoticeEvent = NoticePayload['event']
export type NoticeOf<Event extends NoticeEvent> = Extract<NoticePayload, { event: Event }>

export const noticeEvents: readonly NoticeEvent[] = NoticePayload.options.map((each) => each.shape.event.value)
/** Event name, as used by filters and responses. */
export const NoticeEventName = z.enum(noticeEvents).meta({
  id: 'NotificationEvent',
  description: `What happened. ${describeEvents(noticeEvents)}`,
  example: 'deployment_failed',
})

/** Sent through the links of a project. */
export const projectEvents = NoticePayload.options
  .filter(({ shape }) => 'project' in shape)
  .map((each): NoticeEvent => each.shape.event.value)
/** Sent by channels themselves: about servers, members and this instance, and alerts or domains without a project. */
export const organizationEvents = NoticePayload.options
  .filter(({ shape }) => !('project' in shape) || shape.project instanceof z.ZodNullable)
  .map((each): NoticeEvent => each.shape.event.value)
