/** A stream that is followed while a component is shown. Its state is part of what the page says. */
import { isProblem, type StreamEvent, type StreamOperation } from '@longshore/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { currentOrganization } from './organization.ts'
import { client } from './session.ts'

export type StreamState = 'connecting' | 'open' | 'waiting' | 'ended' | 'failed'

export interface FollowOptions<Events> {
  enabled?: boolean
  onEvent(event: StreamEvent<Events>): void
  /** The stream came to its own end. */
  onEnd?: () => void
}

export function useStream<Taken extends object, Events>(
  operation: StreamOperation<Taken, Events>,
  parameters: NoInfer<Taken>,
  options: FollowOptions<NoInfer<Events>>,
): { state: StreamState; error: Error | null } {
  const [state, setState] = useState<StreamState>('connecting')
  const [error, setError] = useState<Error | null>(null)
  const tell = useEffectEvent((event: StreamEvent<Events>) => options.onEvent(event))
  const end = useEffectEvent(() => options.onEnd?.())
  const key = JSON.stringify(parameters)
  const isEnabled = options.enabled !== false
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are compared by their text
  useEffect(() => {
    if (!isEnabled) return
    const stop = new AbortController()
    const follow = async () => {
      const streamOptions = { signal: stop.signal, onState: setState, organization: currentOrganization() }
      for await (const event of client.stream(operation, parameters, streamOptions)) tell(event)
      setState('ended')
      end()
    }
    follow().catch((failure: unknown) => {
      if (stop.signal.aborted) return
      setState(isProblem(failure, 'unauthenticated') ? 'waiting' : 'failed')
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    })
    return () => stop.abort()
  }, [operation, key, isEnabled])
  return { state, error }
}
