/** Reads the last log lines of a failed container, without secrets. */
import type { Runtime } from '@longshore/remote/runtime'
import type { DeployLogWriter } from '../workloads.context.ts'

const tail = { lines: 60, maxBytes: 8_000 }

export interface ContainerLogTail {
  readonly logTail: string
  readonly exitCode?: number
}

export async function readContainerLogTail(
  runtime: Pick<Runtime, 'readLogTail'>,
  { name, exitCode }: { name: string; exitCode?: number | null },
  { log, signal }: { log: Pick<DeployLogWriter, 'redact'>; signal: AbortSignal },
): Promise<ContainerLogTail> {
  const logTail = log.redact(await runtime.readLogTail(name, { signal, ...tail }))
  return exitCode == null ? { logTail } : { logTail, exitCode }
}
