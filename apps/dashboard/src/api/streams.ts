/** Follows a stream while its component is mounted and the page is visible. Pages show the stream's state. */
import { isProblem, type StreamEvent, type StreamOperation } from '@longshore/sdk'
import { getMe } from '@longshore/sdk/operations'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { withConnection } from './connection-limit.ts'
import { currentOrganization, useOrganization } from './organization.ts'
import { watchPageLifecycle } from './page-lifecycle.ts'
import { client, sessionStore } from './session.ts'
import { followShared, type SharedStream, whenLeading } from './shared-stream.ts'
import { useStore } from './store.ts'

export type StreamState = 'connecting' | 'open' | 'waiting' | 'ended' | 'failed'

export interface FollowOptions<Events> {
  enabled?: boolean
  /** One connection for all tabs of this person and organization. */
  isShared?: boolean
  onEvent(event: StreamEvent<Events>): void
  /** Called each time the stream opens. Earlier reads may be outdated. */
  onOpen?: () => void
  /** Called when the server ended the stream normally. */
  onEnd?: () => void
}

const restartMs = 500
const pageIsAwake = watchPageLifecycle(window, document)

export function useStream<Taken extends object, Events>(
  operation: StreamOperation<Taken, Events>,
  parameters: NoInfer<Taken>,
  options: FollowOptions<NoInfer<Events>>,
): { state: StreamState; error: Error | null } {
  const [state, setState] = useState<StreamState>('connecting')
  const [error, setError] = useState<Error | null>(null)
  const [restarts, setRestarts] = useState(0)
  const last = useRef<{ key: string; id: string | undefined; hasEnded?: boolean }>({ key: '', id: undefined })
  const notify = useEffectEvent((event: StreamEvent<Events>) => options.onEvent(event))
  const note = useEffectEvent((next: StreamState) => {
    setState(next)
    if (next === 'open') options.onOpen?.()
    if (next === 'ended') options.onEnd?.()
  })
  const organization = useOrganization()?.id
  const { user } = useStore(sessionStore)
  const isAwake = useStore(pageIsAwake)
  const key = JSON.stringify([organization, parameters])
  const canResume = operation.resumes === true
  // A stream that can't resume, such as a running command, must not restart after a new sign-in or a tab change.
  const isEnabled = options.enabled !== false && ((user !== null && isAwake) || !canResume)
  const sharedName = options.isShared === true ? `longshore.stream.${user?.id}.${operation.path}.${key}` : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are compared by their text
  useEffect(() => {
    if (options.enabled === false) last.current.hasEnded = false
    if (!isEnabled) return
    if (last.current.key !== key) last.current = { key, id: undefined }
    if (last.current.hasEnded === true) return
    const stop = new AbortController()
    // Not in a render: a page in the back/forward cache no longer renders.
    const unwatch = canResume ? pageIsAwake.watch(() => pageIsAwake.get() || stop.abort()) : undefined
    const { signal } = stop
    const take = (event: StreamEvent<Events>) => {
      last.current.id = event.id ?? last.current.id
      notify(event)
    }
    const source: Source<Events> = {
      signal,
      lastEventId: last.current.id,
      onState: (next) => signal.aborted || note(next),
      onEvent: (event) => signal.aborted || take(event),
      open: (lastEventId, onState, signal) =>
        client.stream(operation, parameters, { signal, organization: currentOrganization(), lastEventId, onState }),
    }
    const follow = async () => {
      await followOnce(source, sharedName)
      last.current.hasEnded = true
      note('ended')
    }
    follow().catch(async (failure: unknown) => {
      if (stop.signal.aborted) return
      const isAccessLost = isProblem(failure, 'unauthenticated', 'stream_access_ended')
      setState(isAccessLost ? 'waiting' : 'failed')
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      if (isAccessLost && canResume && (await isStillSignedIn()))
        setTimeout(() => stop.signal.aborted || setRestarts((count) => count + 1), restartMs)
    })
    return () => {
      unwatch?.()
      stop.abort()
    }
  }, [operation, key, isEnabled, sharedName, restarts])
  return { state, error }
}

type Source<Events> = Omit<SharedStream<StreamEvent<Events>, StreamState>, 'name' | 'exclusively'>

async function followOnce<Events>(source: Source<Events>, sharedName: string | undefined): Promise<void> {
  if (sharedName !== undefined) return await followShared({ ...source, name: sharedName, exclusively: whenLeading })
  const { signal, lastEventId, onState, onEvent, open } = source
  await withConnection(signal, onState, async () => {
    for await (const event of open(lastEventId, onState, signal)) onEvent(event)
  })
}

/** The stream's session ended. If no other session replaced it, this read also signs the page out. */
async function isStillSignedIn(): Promise<boolean> {
  return await client.call(getMe, {}).then(
    () => true,
    () => false,
  )
}
