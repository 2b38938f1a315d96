import type { SecurityState, Server } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { Tone } from '../../ui/status.tsx'

export interface StateLabel {
  tone: Tone
  label: string
}

const tones: Record<Server['status'], Tone> = {
  pending: 'paused',
  connecting: 'busy',
  ready: 'good',
  degraded: 'warn',
  unreachable: 'bad',
  host_key_changed: 'bad',
}

export const serverStates = Object.keys(tones).filter((name): name is Server['status'] => name in tones)

export function stateOf({ status, deletionRequestedAt }: Pick<Server, 'status' | 'deletionRequestedAt'>): StateLabel {
  if (deletionRequestedAt !== null) return { tone: 'busy', label: text.servers.states.removing }
  return { tone: tones[status], label: text.servers.states[status] }
}

const securityTones: Record<SecurityState, Tone> = {
  unknown: 'idle',
  scanning: 'busy',
  weak: 'bad',
  partial: 'warn',
  hardened: 'good',
  drifted: 'warn',
  hardening: 'busy',
  failed: 'bad',
}

export function securityStateOf(state: SecurityState): StateLabel {
  return { tone: securityTones[state], label: text.security.states[state] }
}

/**
 * True if the server responds but refuses Longshore's key. Before the first contact, it is unknown whether the key is
 * missing: a server that was added with a private key already accepts it.
 */
export function isWaitingForKey({ problem }: Pick<Server, 'problem'>): boolean {
  return problem?.code === 'key_not_installed' || problem?.code === 'key_refused'
}
