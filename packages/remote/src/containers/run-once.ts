/** A container that runs to its end: release commands and cron jobs. */
import type { ContainerSpec } from '../runtime/container-spec.ts'
import type { Call, OnOutput } from '../runtime/runtime.ts'
import { readEnd, runToEnd } from './run-to-end.ts'
import { createAndStart, type Host } from './start-container.ts'

const defaultDeadlineMs = 30 * 60_000
const allLines = 1_000_000_000

export async function runOnce(
  host: Host,
  spec: ContainerSpec,
  { signal, deadlineMs = defaultDeadlineMs, onOutput }: Call & { onOutput: OnOutput },
): Promise<{ exitCode: number; oomKilled: boolean }> {
  return await runToEnd(host, spec.name, { signal, deadlineMs }, async (within) => {
    const id = await createAndStart(host, { ...spec, restart: 'no' }, { signal: within })
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    for await (const { stream, part } of host.engine.readLogs(id, { follow: true, tail: allLines, signal: within }))
      await onOutput(decoders[stream].decode(part, { stream: true }), stream)
    return await readEnd(host, id, within)
  })
}
