/** Asks an app for its page again and again while it is updated, and never retries. */
import { setTimeout as delay } from 'node:timers/promises'
import type { AppCheck } from './app-check.ts'
import type { Visitor } from './visitor.ts'

export interface Watch {
  /** Why requests failed, the time from the first failure to the last one, and the longest wait: the proxy holds requests. */
  stop(): Promise<{ requests: number; failed: string[]; downtimeMs: number; slowestMs: number }>
}

const everyMs = 50

export function watchApp(app: Visitor, { path, headers = {} }: AppCheck['page']): Watch {
  const failed: string[] = []
  const failedAt: number[] = []
  const open = new Set<Promise<void>>()
  let isOver = false
  let requests = 0
  let slowestMs = 0
  const ask = async () => {
    const asked = performance.now()
    const cause = await app
      .ask('GET', path, { headers })
      .then(({ status, text }) => (status < 500 ? null : `${status} ${text.slice(0, 80)}`), String)
    requests += 1
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - asked))
    if (cause === null) return
    failed.push(cause)
    failedAt.push(asked)
  }
  const loop = (async () => {
    for (; !isOver; await delay(everyMs)) {
      const one = ask().finally(() => open.delete(one))
      open.add(one)
    }
  })()
  return {
    async stop() {
      isOver = true
      await loop
      await Promise.all(open)
      const downtimeMs = failedAt.length === 0 ? 0 : Math.max(...failedAt) - Math.min(...failedAt) + everyMs
      return { requests, failed, downtimeMs: Math.round(downtimeMs), slowestMs }
    },
  }
}
