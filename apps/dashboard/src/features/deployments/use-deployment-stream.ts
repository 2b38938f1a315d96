/**
 * Follows a deployment: its status updates the cache, its log is appended to a line store, and its step events are merged with the list.
 */
import {
  getDeployment,
  getEnvironment,
  listDeploymentSteps,
  listDeployments,
  streamDeployment,
} from '@longshore/sdk/operations'
import { useRef, useState } from 'react'
import { refresh, updateCache } from '../../api/queries.ts'
import { type StreamState, useStream } from '../../api/streams.ts'
import { type LineKind, LogStore } from '../logs/log-store.ts'
import { noteChange, type StepChanges } from './merge-step.ts'

const kinds: Record<'stdout' | 'stderr' | 'longshore', LineKind> = {
  stdout: 'stdout',
  stderr: 'stderr',
  longshore: 'note',
}

/** `path` must stay the same while the component is shown: give it a key. */
export function useDeploymentStream(path: { id: string; did: string }): {
  log: LogStore
  /** Step events to merge into the list of steps. */
  changes: StepChanges
  state: StreamState
  error: Error | null
} {
  const [log] = useState(() => new LogStore())
  const [changes, setChanges] = useState<StepChanges>(new Map())
  const lastId = useRef(0)
  const stream = useStream(streamDeployment, path, {
    // The list may have been read before events that this stream doesn't repeat.
    onOpen: () => void refresh(getDeployment, listDeploymentSteps),
    onEvent(each) {
      if (each.event === 'reset') return void refresh(getDeployment, listDeploymentSteps)
      // A reopened stream repeats all events from the start.
      const id = Number(each.id ?? 0)
      if (id !== 0 && id <= lastId.current) return
      lastId.current = id
      if (each.event === 'log') {
        const { step, stream: from, text, at } = each.data
        log.appendText({ group: step, kind: kinds[from], text, at })
      } else if (each.event === 'status') updateCache(getDeployment, path, each.data)
      else if (each.event === 'step') {
        const change = each.data
        setChanges((before) => noteChange(before, change))
      }
    },
    // Events may repeat old states, so the final state is read from the server.
    onEnd: () => void refresh(getDeployment, listDeploymentSteps, listDeployments, getEnvironment),
  })
  return { log, changes, ...stream }
}
