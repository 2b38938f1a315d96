import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { ping } from './ping.definition.ts'

export function createPingCall(version: string): LinkHandler {
  return handleCall(ping, async () => ({ version }))
}
