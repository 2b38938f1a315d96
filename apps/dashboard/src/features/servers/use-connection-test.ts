/** Runs a connection test. Leaving the page cancels it on the worker too. */
import type { TestConnectionRequest } from '@longshore/sdk'
import { testConnection } from '@longshore/sdk/operations'
import { useEffect, useRef, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { type TestState, untested, withStage } from './test-stages.ts'

export interface ConnectionTest {
  state: TestState
  start(body: TestConnectionRequest): void
  stop(): void
}

export function useConnectionTest(): ConnectionTest {
  const [state, setState] = useState(untested)
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
    setState((before) => ({ ...before, isRunning: false }))
  }
  useEffect(() => () => running.current?.abort(), [])
  const start = (body: TestConnectionRequest) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState({ ...untested, isRunning: true })
    const change = (to: (before: TestState) => TestState) => {
      if (running.current === mine) setState(to)
    }
    const follow = async () => {
      const options = { signal: mine.signal, organization: currentOrganization() }
      for await (const event of client.stream(testConnection, { body }, options)) {
        if (event.event === 'stage') change((before) => withStage(before, event.data))
        if (event.event === 'result') change((before) => ({ ...before, result: event.data }))
      }
    }
    follow()
      .then(() => change((before) => ({ ...before, isRunning: false })))
      .catch((failure: unknown) => {
        const error = failure instanceof Error ? failure : new Error(String(failure))
        change((before) => ({ ...before, isRunning: false, error }))
      })
  }
  return { state, start, stop }
}
