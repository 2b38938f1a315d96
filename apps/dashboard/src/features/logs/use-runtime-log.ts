/** Past lines, page by page, and live lines, in one store. */
import type { RuntimeLine } from '@longshore/sdk'
import { followRuntimeLog, readRuntimeLog } from '@longshore/sdk/operations'
import { useEffect, useRef, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { type StreamState, useStream } from '../../api/streams.ts'
import { LogStore } from './log-store.ts'
import { type Joint, jointOf, newLines, toPieces } from './runtime-lines.ts'

export interface RuntimeLogFilter {
  id: string
  service?: string
  since?: string
  /** Shows only lines with this text, without live lines. */
  q?: string
}

export interface RuntimeLog {
  store: LogStore
  state: StreamState
  error: unknown
  isLoading: boolean
  hasOlder: boolean
  loadOlder(): void
}

const pageLines = 1_000

/** The filter must stay the same while the component is shown: give it a key. */
export function useRuntimeLog(filter: RuntimeLogFilter, emptySince: string): RuntimeLog {
  const [store] = useState(() => new LogStore())
  const [joint, setJoint] = useState<Joint | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>(null)
  const lastId = useRef<string | undefined>(undefined)
  const load = async (from: string | null, use: (items: RuntimeLine[]) => void, signal?: AbortSignal) => {
    setLoading(true)
    setError(null)
    try {
      const parameters = { ...filter, limit: pageLines, ...(from === null ? {} : { cursor: from }) }
      const page = await client.call(readRuntimeLog, parameters, { signal, organization: currentOrganization() })
      use(page.items)
      setCursor(page.nextCursor)
    } catch (failure) {
      if (signal?.aborted !== true) setError(failure)
    }
    if (signal?.aborted !== true) setLoading(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the filter
  useEffect(() => {
    const stop = new AbortController()
    const begin = (items: RuntimeLine[]) => {
      store.clear()
      store.appendLines(toPieces(items))
      setJoint(jointOf(items, emptySince))
    }
    void load(null, begin, stop.signal)
    return () => stop.abort()
  }, [])
  const { service, id, q } = filter
  const followed = { id, since: joint?.since, ...(service === undefined ? {} : { service }) }
  const stream = useStream(followRuntimeLog, followed, {
    enabled: joint !== null && q === undefined,
    onEvent(each) {
      if (each.event !== 'lines' || joint === null || (each.id !== undefined && each.id === lastId.current)) return
      lastId.current = each.id
      store.appendLines(newLines(each.data, joint))
    },
  })
  return {
    store,
    state: stream.state,
    error: error ?? stream.error,
    isLoading,
    hasOlder: cursor !== null,
    loadOlder: () => void load(cursor, (items) => store.prepend(toPieces(items))),
  }
}
