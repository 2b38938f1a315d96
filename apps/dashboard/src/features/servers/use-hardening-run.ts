/** Follows a hardening run, plan, or undo while it is shown. */
import type { HardeningRun } from '@longshore/sdk'
import {
  getHardeningRun,
  getServer,
  getServerSecurity,
  listHardeningRuns,
  streamHardeningRun,
} from '@longshore/sdk/operations'
import { useState } from 'react'
import { refresh, updateCache, useRead } from '../../api/queries.ts'
import { useStream } from '../../api/streams.ts'
import { emptyLog, type RunLog, withOutput, withStep } from './run-log.ts'

const ends: ReadonlySet<HardeningRun['status']> = new Set(['planned', 'confirmed', 'rolled_back', 'failed'])

export function isRunOver({ status }: HardeningRun): boolean {
  return ends.has(status)
}

export function useHardeningRun(serverId: string, runId: string) {
  const [log, setLog] = useState<RunLog>(emptyLog)
  const parameters = { id: serverId, runId }
  const run = useRead(getHardeningRun, parameters)
  const stream = useStream(streamHardeningRun, parameters, {
    onEvent({ event, data }) {
      if (event === 'reset') setLog(emptyLog)
      if (event === 'status') updateCache(getHardeningRun, parameters, data)
      if (event === 'step') setLog((before) => withStep(before, data))
      if (event === 'log') setLog((before) => withOutput(before, data))
    },
    // The stream may omit a large plan, so the run is read at the end.
    onEnd: () => void refresh(getHardeningRun, getServerSecurity, listHardeningRuns, getServer),
  })
  return { run, log, streamError: stream.error }
}
