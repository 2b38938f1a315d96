import type { LoopHealth } from '../../../platform/durable/loop.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { ping } from './ping.definition.ts'

export interface PingedWorker {
  version: string
  sendsMail: boolean
  healthOfLoops(): LoopHealth[]
}

export function createPingCall({ healthOfLoops, ...facts }: PingedWorker): LinkHandler {
  return handleCall(ping, async () => ({ ...facts, loops: healthOfLoops() }))
}
