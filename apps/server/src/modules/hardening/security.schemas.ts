/** Shapes of the security state of a server. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { SecurityState } from '../servers/servers.schemas.ts'
import { HardeningRun } from './harden.schemas.ts'

export const scanTriggers = ['first', 'requested', 'scheduled', 'hardening'] as const
export type ScanTrigger = (typeof scanTriggers)[number]
export const scanStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type ScanStatus = (typeof scanStatuses)[number]

export const SecurityCheck = z
  .object({
    id: z.string().meta({ description: 'Stable; hardening takes it.', example: 'ssh.password_authentication' }),
    group: z.string().meta({ example: 'ssh' }),
    title: z.string(),
    status: z.enum(['pass', 'fail', 'unknown', 'not_applicable']).meta({
      description: 'Unknown: it could not be read; evidence says why. It counts as not passed.',
    }),
    severity: z.enum(['critical', 'high', 'medium', 'low', 'info']),
    class: z.enum(['safe', 'opt_in', 'report']).meta({
      description: 'safe: hardening mends it; opt_in: only when asked for; report: only said.',
    }),
    current: z.string().nullable().meta({ description: 'What was found.' }),
    wanted: z.string(),
    fixable: z.boolean(),
    risk: z.string().meta({ description: 'What could break when it is mended.' }),
    remedy: z.string(),
    evidence: z.string().meta({ description: 'Where it was found, or why it could not be read.' }),
  })
  .meta({ id: 'SecurityCheck' })
export type SecurityCheck = z.output<typeof SecurityCheck>

export const SecurityFacts = z
  .object({
    os: z.string().nullable(),
    kernel: z.string().nullable(),
    docker: z.string().nullable(),
    sshLayout: z.enum(['service', 'socket']).nullable().meta({ description: 'How systemd starts sshd.' }),
    sshPort: z.int().nullable().meta({ description: 'The port that sshd listens on, behind any forwarding.' }),
    clientAddress: z.string().nullable().meta({ description: 'Where the server sees Longshore come from.' }),
  })
  .meta({ id: 'SecurityFacts' })
export type SecurityFacts = z.output<typeof SecurityFacts>

export const ScanError = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() })
export type ScanError = z.output<typeof ScanError>

export const SecurityScan = z
  .object({
    id: idOf('scn'),
    trigger: z.enum(scanTriggers),
    status: z.enum(scanStatuses),
    durationMs: z.int().nullable(),
    error: ScanError.nullable(),
    createdAt: Time,
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'SecurityScan' })

export const ServerSecurityState = z
  .object({
    state: SecurityState,
    score: z.int().min(0).max(100).nullable().meta({ description: 'Share of what applies that passes, by weight.' }),
    scannedAt: Time.nullable().meta({ description: 'When the checks below were read.' }),
    checks: z.array(SecurityCheck),
    drifted: z.array(z.string()).meta({
      description: 'Checks that passed after the hardening in force and do not pass any more.',
    }),
    facts: SecurityFacts.nullable(),
    scan: SecurityScan.nullable().meta({ description: 'The newest scan, also one that runs or failed.' }),
    nextScanAt: Time.nullable(),
    plan: HardeningRun.nullable().meta({ description: 'The newest dry run.' }),
    lastRun: HardeningRun.nullable().meta({ description: 'The newest run that changed the server or took that back.' }),
  })
  .meta({ id: 'ServerSecurity' })
export type ServerSecurityState = z.output<typeof ServerSecurityState>

export const SecurityParams = z.object({ id: idOf('srv') })
export const SecurityQuery = z.strictObject({
  refresh: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description:
        'Starts a scan unless one runs or has just ended; the answer does not wait for it and says `scanning`.',
      example: 'true',
    }),
})
export type SecurityQuery = z.output<typeof SecurityQuery>
