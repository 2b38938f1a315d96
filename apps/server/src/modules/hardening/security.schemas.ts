/** Schemas of a server's security state. */
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
    id: z.string().meta({
      description: 'Stable ID of the check. Pass it to `POST /servers/{id}/security/harden` to fix it.',
      example: 'ssh.password_authentication',
    }),
    group: z
      .string()
      .meta({ description: 'Area that the check belongs to, to show related checks together.', example: 'ssh' }),
    title: z.string().describe('What is checked, in a few words.'),
    status: z.enum(['pass', 'fail', 'unknown', 'not_applicable']).meta({
      description:
        'Result of the last scan. `pass`: as it should be. `fail`: needs attention. `unknown`: it could not be read, and counts as not passed; `evidence` says why. `not_applicable`: this server does not need it.',
    }),
    severity: z
      .enum(['critical', 'high', 'medium', 'low', 'info'])
      .describe(
        'How much a failed check matters. `critical`: fix it now. `high`: fix it soon. `medium`: fix it when you can. `low`: a small improvement. `info`: good to know.',
      ),
    class: z.enum(['safe', 'opt_in', 'report']).meta({
      description:
        'Who fixes it. `safe`: hardening fixes it by default. `opt_in`: hardening fixes it only if you ask for it. `report`: you fix it yourself.',
    }),
    current: z.string().nullable().meta({ description: 'Setting found on the server. Null if it could not be read.' }),
    wanted: z.string().describe('Setting that makes the check pass.'),
    fixable: z.boolean().describe('Whether hardening can fix it on this server.'),
    risk: z.string().meta({ description: 'What could stop working if you fix it.' }),
    remedy: z.string().describe('How to fix it, for people who do it by hand.'),
    evidence: z
      .string()
      .meta({ description: 'File or command that the result comes from, or the reason why it could not be read.' }),
  })
  .meta({ id: 'SecurityCheck', description: 'Result of one read-only security check on a server.' })
export type SecurityCheck = z.output<typeof SecurityCheck>

export const SecurityFacts = z
  .object({
    os: z.string().nullable().describe('Operating system with its version. Null if it could not be read.'),
    kernel: z.string().nullable().describe('Linux kernel release. Null if it could not be read.'),
    docker: z.string().nullable().describe('Docker Engine version. Null if it is not installed.'),
    sshLayout: z.enum(['service', 'socket']).nullable().meta({
      description: 'How systemd starts sshd. `service`: it runs all the time. `socket`: it starts for each connection.',
    }),
    sshPort: z
      .int()
      .nullable()
      .meta({ description: 'Port that sshd listens on, which can differ from the port you connect to.' }),
    clientAddress: z
      .string()
      .nullable()
      .meta({ description: 'IP address from which the server sees Longshore connect.' }),
  })
  .meta({ id: 'SecurityFacts', description: 'Facts about the server that the scan needed to judge the checks.' })
export type SecurityFacts = z.output<typeof SecurityFacts>

export const ScanError = z.object({
  code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
  message: z.string().describe('What went wrong, in a sentence for people.'),
  hint: z.string().optional().describe('Next step that usually resolves the problem.'),
})
export type ScanError = z.output<typeof ScanError>

export const SecurityScan = z
  .object({
    id: idOf('scn'),
    trigger: z
      .enum(scanTriggers)
      .describe(
        'Why the scan ran. `first`: the server became ready. `requested`: someone started it. `scheduled`: the daily scan. `hardening`: a hardening run ended.',
      ),
    status: z
      .enum(scanStatuses)
      .describe(
        '`queued`: it waits for its turn. `running`: it reads the server. `succeeded`: the checks are up to date. `failed`: it could not finish; see `error`. `cancelled`: it was stopped before it finished.',
      ),
    durationMs: z.int().nullable().describe('How long the scan took, in milliseconds. Null until it has ended.'),
    error: ScanError.nullable().describe('Why the scan failed. Null otherwise.'),
    createdAt: Time.describe('When Longshore queued the scan.'),
    startedAt: Time.nullable().describe('When Longshore began to read the server. Null while the scan is queued.'),
    finishedAt: Time.nullable().describe('When the scan ended, whatever its result. Null until then.'),
  })
  .meta({ id: 'SecurityScan', description: 'One scan of a server for security problems.' })

export const ServerSecurityState = z
  .object({
    state: SecurityState,
    score: z.int().min(0).max(100).nullable().meta({
      description: 'Weighted share of applicable checks that pass, from 0 to 100. Null before the first scan.',
    }),
    scannedAt: Time.nullable().meta({
      description: 'When the scan that produced `checks` ended. Null before the first scan.',
    }),
    checks: z.array(SecurityCheck).describe('Results of the last successful scan. Empty before the first one.'),
    drifted: z.array(z.string()).meta({
      description: 'IDs of checks that passed after the last hardening and no longer pass.',
    }),
    facts: SecurityFacts.nullable().describe('What the scan learned about the server. Null before the first scan.'),
    scan: SecurityScan.nullable().meta({
      description: 'Newest scan, including one that is running or failed. Null if there is none.',
    }),
    nextScanAt: Time.nullable().describe('When the next automatic scan is due. Null if automatic scans are off.'),
    plan: HardeningRun.nullable().meta({
      description: 'Newest dry run with its planned changes. Null if there is none.',
    }),
    lastRun: HardeningRun.nullable().meta({
      description: 'Newest run that changed the server or took changes back. Null if there is none.',
    }),
  })
  .meta({ id: 'ServerSecurity', description: 'Everything Longshore knows about the security of a server.' })
export type ServerSecurityState = z.output<typeof ServerSecurityState>

export const SecurityParams = z.object({ id: idOf('srv') })
export const SecurityQuery = z.strictObject({
  refresh: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description:
        'Starts a new scan, unless one is running or has just ended. The response does not wait for it; `state` is `scanning` until it is done.',
      example: 'true',
    }),
})
export type SecurityQuery = z.output<typeof SecurityQuery>
