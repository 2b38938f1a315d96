/** Follows a server task while it is shown. */
import type { ServerTask } from '@longshore/sdk'
import { getServer, getServerTask, listServerTasks, streamServerTask } from '@longshore/sdk/operations'
import { useState } from 'react'
import { refresh, updateCache, useRead } from '../../api/queries.ts'
import { useStream } from '../../api/streams.ts'
import { emptyLog, type RunLog, withOutput, withStep } from './run-log.ts'

export function isOver({ status }: ServerTask): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled'
}

export function useServerTask(serverId: string, taskId: string) {
  const [log, setLog] = useState<RunLog>(emptyLog)
  const parameters = { id: serverId, taskId }
  const task = useRead(getServerTask, parameters)
  const stream = useStream(streamServerTask, parameters, {
    onEvent({ event, data }) {
      if (event === 'reset') setLog(emptyLog)
      if (event === 'status') updateCache(getServerTask, parameters, data)
      if (event === 'step') setLog((before) => withStep(before, data))
      if (event === 'log') setLog((before) => withOutput(before, data))
    },
    onEnd: () => void refresh(listServerTasks, getServer, getServerTask),
  })
  return { task, log, streamError: stream.error }
}
