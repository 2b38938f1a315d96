/** The request of a connection test, and the tools that it needs. */
import type { HostKey, LoginKey, ServerConnection, ServerTarget } from '../ssh/index.ts'
import type { AllowsAddress, LookupAll } from './resolve-host.ts'
import type { StageEvent, StageName } from './stages.ts'

export interface ProbeRequest {
  host: string
  port: number
  username: string
  /** Host keys that were confirmed before; without any, this is the first contact. */
  pinnedKeys: readonly HostKey[]
  /** The fingerprint that the caller read on the server's console. */
  expectedFingerprint?: string
  /** Called only after the server has shown the right host key. Null if the caller gave no key. */
  loadKey: () => Promise<LoginKey | null>
  /** Connect through this server. */
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
  /** Returns the line for authorized_keys; throws if the key is invalid. */
  readPublicKey(key: LoginKey): Promise<string>
  /** Opens a separate login that isn't shared. */
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
  /** True if no tested stage failed. */
  ok: boolean
  /** True if every stage was tested. */
  complete: boolean
  /** Fingerprint of the preferred host key; null if the server showed none. */
  fingerprint: string | null
  fingerprints: readonly Fingerprint[]
  failures: readonly FoundFault[]
  warnings: readonly FoundFault[]
}

export type ProbeEvent = { kind: 'stage'; stage: StageEvent } | { kind: 'result'; result: ProbeResult }
