/** Visitors of an app, through the server's proxy. They never retry. */
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeployServer } from '../deploy-test-env.ts'

export async function visit(server: DeployServer, hostname: string, path = '/'): Promise<string> {
  const { status, text } = await get(server, hostname, path)
  return status === 200 ? text : `${status} ${text.slice(0, 100)}`
}

export interface Load {
  stop(): Promise<{ all: number; failed: string[] }>
}

/** Sends this many requests per second, without waiting for earlier responses. */
export function startLoad(server: DeployServer, hostname: string, perSecond: number): Load {
  const failed: string[] = []
  const open = new Set<Promise<void>>()
  let all = 0
  let isOver = false
  const ask = async () => {
    all += 1
    const { status, text } = await get(server, hostname, '/')
    if (status !== 200) failed.push(`${status} ${text.slice(0, 80)}`)
  }
  const loop = (async () => {
    for (const began = performance.now(); !isOver; ) {
      const one = ask()
        .catch((error: unknown) => void failed.push(String(error)))
        .finally(() => open.delete(one))
      open.add(one)
      await delay(Math.max(0, began + (all * 1_000) / perSecond - performance.now()))
    }
  })()
  return {
    async stop() {
      isOver = true
      await loop
      await Promise.all(open)
      return { all, failed }
    },
  }
}

function get({ target }: DeployServer, hostname: string, path: string): Promise<{ status: number; text: string }> {
  const port = target.published.get(80)
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host: hostname }, timeout: 15_000 }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer in 15 s')))
    asked.on('error', reject)
    asked.end()
  })
}
