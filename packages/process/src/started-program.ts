/** How a started program ends, and how to end it. */
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex, Readable, Writable } from 'node:stream'

export type StartedProgram = ChildProcessByStdio<Writable, Readable, Readable>

export interface ProgramEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The socket that the program and its children have as descriptor 3. */
export function sideOf(child: StartedProgram): Duplex | null {
  const side: unknown = child.stdio[3]
  return isDuplex(side) ? side : null
}

/** Resolves when all output is read. Also 255 when the program couldn't be started or was ended by a signal. */
export async function exitCodeOf(child: StartedProgram): Promise<number> {
  try {
    const [code] = await once(child, 'close')
    return typeof code === 'number' ? code : 255
  } catch {
    return 255
  }
}

/** Resolves at the exit, whether or not the output is read. Both are null if the program couldn't be started. */
export async function endOf(child: StartedProgram): Promise<ProgramEnd> {
  try {
    if (child.pid === undefined) await once(child, 'spawn')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return { code: child.exitCode, signal: child.signalCode }
  } catch {
    return { code: null, signal: null }
  }
}

/** Sends SIGTERM, then SIGKILL. Resolves when it has exited. */
export async function endProgram(child: StartedProgram, graceMs = 500): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit').catch(() => undefined)
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}

/** Kills the program and all of its children. Resolves when it has exited. */
export async function killGroup(child: StartedProgram): Promise<void> {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has exited already.
  }
  await endOf(child)
}

function isDuplex(stream: unknown): stream is Duplex {
  return typeof stream === 'object' && stream !== null && 'write' in stream && 'read' in stream
}
