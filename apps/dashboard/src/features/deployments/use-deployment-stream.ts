/** Follows a deployment: its state goes into the cache that pages read, its log into a store of lines, its steps are kept beside the list. */
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
  /** What happened to its steps, to be merged into the list of them. */
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
      // A stream that is opened anew tells everything from its beginning.
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
    // Events repeat what was; what is comes from the server itself.
    onEnd: () => void refresh(getDeployment, listDeploymentSteps, listDeployments, getEnvironment),
  })
  return { log, changes, ...stream }
}
