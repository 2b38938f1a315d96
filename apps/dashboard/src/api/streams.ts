/** A stream that is followed while a component is shown. Its state is part of what the page says. */
import { isProblem, type StreamEvent, type StreamOperation } from '@longshore/sdk'
import { getMe } from '@longshore/sdk/operations'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentOrganization, useOrganization } from './organization.ts'
import { client, sessionStore } from './session.ts'
import { useStore } from './store.ts'

export type StreamState = 'connecting' | 'open' | 'waiting' | 'ended' | 'failed'

export interface FollowOptions<Events> {
  enabled?: boolean
  onEvent(event: StreamEvent<Events>): void
  /** The stream came to its own end. */
  onEnd?: () => void
}

const restartMs = 500

export function useStream<Taken extends object, Events>(
  operation: StreamOperation<Taken, Events>,
  parameters: NoInfer<Taken>,
  options: FollowOptions<NoInfer<Events>>,
): { state: StreamState; error: Error | null } {
  const [state, setState] = useState<StreamState>('connecting')
  const [error, setError] = useState<Error | null>(null)
  const [restarts, setRestarts] = useState(0)
  const last = useRef<{ key: string; id: string | undefined }>({ key: '', id: undefined })
  const tell = useEffectEvent((event: StreamEvent<Events>) => options.onEvent(event))
  const end = useEffectEvent(() => options.onEnd?.())
  const organization = useOrganization()?.id
  const isSignedIn = useStore(sessionStore).user !== null
  const key = JSON.stringify([organization, parameters])
  const canResume = operation.resumes === true
  // What runs while it is read must not run again because somebody signed in again.
  const isEnabled = options.enabled !== false && (isSignedIn || !canResume)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are compared by their text
  useEffect(() => {
    if (!isEnabled) return
    if (last.current.key !== key) last.current = { key, id: undefined }
    const stop = new AbortController()
    const follow = async () => {
      const streamOptions = {
        signal: stop.signal,
        onState: setState,
        organization: currentOrganization(),
        lastEventId: last.current.id,
      }
      for await (const event of client.stream(operation, parameters, streamOptions)) {
        last.current.id = event.id ?? last.current.id
        tell(event)
      }
      setState('ended')
      end()
    }
    follow().catch(async (failure: unknown) => {
      if (stop.signal.aborted) return
      const isAccessLost = isProblem(failure, 'unauthenticated', 'stream_access_ended')
      setState(isAccessLost ? 'waiting' : 'failed')
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      if (isAccessLost && canResume && (await isStillSignedIn()))
        setTimeout(() => stop.signal.aborted || setRestarts((count) => count + 1), restartMs)
    })
    return () => stop.abort()
  }, [operation, key, isEnabled, restarts])
  return { state, error }
}

/** The session of the stream ended. Asking is enough: when no other session took its place, the page learns that it is over. */
async function isStillSignedIn(): Promise<boolean> {
  return await client.call(getMe, {}).then(
    () => true,
    () => false,
  )
}
