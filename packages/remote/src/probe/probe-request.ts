/** What a connection test is asked, and what it needs from outside. */
import type { HostKey, LoginKey, ServerConnection, ServerTarget } from '../ssh/index.ts'
import type { AllowsAddress, LookupAll } from './resolve-host.ts'
import type { StageEvent, StageName } from './stages.ts'

export interface ProbeRequest {
  host: string
  port: number
  username: string
  /** Keys that were confirmed before; without any this is the first contact. */
  pinnedKeys: readonly HostKey[]
  /** What the caller read on the server's console. */
  expectedFingerprint?: string
  /** Asked when the server has shown the right host key, not before. Null: the caller gave none. */
  loadKey: () => Promise<LoginKey | null>
  /** The way there goes through this server. */
  jump?: ServerTarget
}

interface Limits {
  deadlineMs: number
  signal: AbortSignal
}

export interface ProbeTools {
  allows: AllowsAddress
  lookupAll?: LookupAll
  scanHostKeys(address: string, port: number, limits: Limits): Promise<readonly HostKey[]>
  /** The line for authorized_keys; throws what is wrong with the key. */
  readPublicKey(key: LoginKey): Promise<string>
  /** A login of its own, that nobody else uses. */
  open(target: ServerTarget, limits: Limits): Promise<ServerConnection>
  nowMs?: () => number
}

export interface Fingerprint {
  type: string
  fingerprint: string
}

export interface FoundFault {
  stage: StageName
  code: string
  detail: string
  hint: string
}

export interface ProbeResult {
  /** Nothing that was tested failed. */
  ok: boolean
  /** Every stage was tested. */
  complete: boolean
  /** Of the preferred host key; null when the server showed none. */
  fingerprint: string | null
  fingerprints: readonly Fingerprint[]
  failures: readonly FoundFault[]
  warnings: readonly FoundFault[]
}

export type ProbeEvent = { kind: 'stage'; stage: StageEvent } | { kind: 'result'; result: ProbeResult }
