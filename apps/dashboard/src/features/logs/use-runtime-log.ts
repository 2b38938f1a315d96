/** Past lines, page by page, and live lines, in one store. */
import { followRuntimeLog, readRuntimeLog } from '@longshore/sdk/operations'
import { useEffect, useRef, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { type StreamState, useStream } from '../../api/streams.ts'
import { LogStore } from './log-store.ts'
import { freshPieces, type Joint, jointOf, newLines, toPieces } from './runtime-lines.ts'

export interface RuntimeLogFilter {
  id: string
  service?: string
  since?: string
  /** Shows no lines after this, and no live lines. */
  until?: string
  /** Shows only lines with this text, without live lines. */
  q?: string
}

export interface RuntimeLog {
  store: LogStore
  state: StreamState
  error: unknown
  isLoading: boolean
  /** Past lines only. */
  isPast: boolean
  hasOlder: boolean
  loadOlder(): void
  hasNewer: boolean
  loadNewer(): void
}

const pageLines = 1_000

/**
 * The filter must stay the same while the component is shown: give it a key. `isAround`: the range ends at a line, and
 * the lines after it are loaded too.
 */
export function useRuntimeLog(filter: RuntimeLogFilter, emptySince: string, isAround: boolean): RuntimeLog {
  const [store] = useState(() => new LogStore())
  const [joint, setJoint] = useState<Joint | null>(null)
  const [older, setOlder] = useState<string | null>(null)
  const [newer, setNewer] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>(null)
  const lastId = useRef<string | undefined>(undefined)
  const { service, id, q, until } = filter
  const isPast = q !== undefined || until !== undefined
  const read = async (more: object, signal?: AbortSignal) => {
    const parameters = { ...filter, limit: pageLines, ...more }
    return await client.call(readRuntimeLog, parameters, { signal, organization: currentOrganization() })
  }
  const load = async (use: () => Promise<void>, signal?: AbortSignal) => {
    setLoading(true)
    setError(null)
    try {
      await use()
    } catch (failure) {
      if (signal?.aborted !== true) setError(failure)
    }
    if (signal?.aborted !== true) setLoading(false)
  }
  const readNewer = async (from: Joint, more: object, signal?: AbortSignal) => {
    const page = await read({ since: from.since, until: undefined, order: 'oldest', ...more }, signal)
    store.appendLines(freshPieces(page.items, from))
    setNewer(page.nextCursor)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the filter
  useEffect(() => {
    const stop = new AbortController()
    const begin = async () => {
      const page = await read({}, stop.signal)
      const start = jointOf(page.items, emptySince)
      store.clear()
      store.appendLines(toPieces(page.items))
      setOlder(page.nextCursor)
      if (isAround) await readNewer(start, {}, stop.signal)
      setJoint(start)
    }
    void load(begin, stop.signal)
    return () => stop.abort()
  }, [])
  const followed = { id, since: joint?.since, ...(service === undefined ? {} : { service }) }
  const stream = useStream(followRuntimeLog, followed, {
    enabled: joint !== null && !isPast,
    onEvent(each) {
      if (each.event !== 'lines' || joint === null || (each.id !== undefined && each.id === lastId.current)) return
      lastId.current = each.id
      store.appendLines(newLines(each.data, joint))
    },
  })
  const loadOlder = async () => {
    const page = await read({ cursor: older })
    store.prepend(toPieces(page.items))
    setOlder(page.nextCursor)
  }
  return {
    store,
    state: stream.state,
    error: error ?? stream.error,
    isLoading,
    isPast,
    hasOlder: older !== null,
    loadOlder: () => void load(loadOlder),
    hasNewer: newer !== null,
    loadNewer: () => void (joint !== null && load(() => readNewer(joint, { cursor: newer }))),
  }
}
