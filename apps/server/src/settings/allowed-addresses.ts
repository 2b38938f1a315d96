/** IP addresses that the operator allows in addition to public ones. */
import { type AddressPolicy, parseAddressPolicy } from '@longshore/addresses'
import { ConfigError } from '../config.ts'
import type { WorkerSettings } from '../settings.ts'

export function parseAllowed(settings: WorkerSettings, setting: 'SSH_ALLOW' | 'OUTBOUND_ALLOW'): AddressPolicy {
  try {
    return parseAddressPolicy(settings[setting])
  } catch (error) {
    throw new ConfigError([{ setting, fault: error instanceof Error ? error.message : 'is unusable' }])
  }
}
