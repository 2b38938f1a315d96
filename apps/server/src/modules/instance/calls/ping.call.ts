import type { LoopHealth } from '../../../platform/durable/loop.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { ping } from './ping.definition.ts'

export function createPingCall(worker: { version: string; healthOfLoops(): LoopHealth[] }): LinkHandler {
  return handleCall(ping, async () => ({ version: worker.version, loops: worker.healthOfLoops() }))
}
