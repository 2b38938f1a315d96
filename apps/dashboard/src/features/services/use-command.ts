/** One run of a command. Leaving the page closes the stream, which stops the command. */
import type { CommandEnded, RunCommandRequest } from '@longshore/sdk'
import { runCommand } from '@longshore/sdk/operations'
import { useEffect, useRef, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { LogStore } from '../logs/log-store.ts'

export interface CommandRun {
  store: LogStore
  isRunning: boolean
  ended: CommandEnded | null
  error: unknown
  start(parameters: { id: string; body: RunCommandRequest }): Promise<void>
  stop(): void
}

export function useCommand(): CommandRun {
  const [store] = useState(() => new LogStore())
  const [isRunning, setRunning] = useState(false)
  const [ended, setEnded] = useState<CommandEnded | null>(null)
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start: CommandRun['start'] = async (parameters) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    store.clear()
    setEnded(null)
    setError(null)
    setRunning(true)
    const at = () => new Date().toISOString()
    try {
      const options = { signal: stop.signal, organization: currentOrganization() }
      for await (const each of client.stream(runCommand, parameters, options)) {
        if (each.event === 'output')
          store.appendText({ text: each.data.text, kind: each.data.stream, group: parameters.body.service, at: at() })
        if (each.event === 'exit') setEnded(each.data)
      }
    } catch (failure) {
      if (!stop.signal.aborted) setError(failure)
    }
    if (running.current === stop) setRunning(false)
  }
  return { store, isRunning, ended, error, start, stop: () => running.current?.abort() }
}
