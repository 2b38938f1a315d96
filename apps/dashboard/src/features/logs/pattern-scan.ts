/** Searches with a regular expression, in a worker that is terminated when it takes too long. */
import type { LineScan, ScanRange, ScanResult } from './log-search.ts'
import type { LogLine } from './log-store.ts'
import { toSearchText } from './parse-line.ts'
import workerUrl from './pattern-worker.ts?worker&url'

const batchLines = 2_000
const maxLineLength = 20_000
/** Limits for one batch and for the whole log. */
const batchMs = 1_500
const totalMs = 15_000

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** The page's policy allows scripts for workers only through this, and this knows only one. */
const policy = globalThis.window?.trustedTypes?.createPolicy('log-search', { createScriptURL: () => workerUrl })

export function patternScan(pattern: string): LineScan {
  let worker: Worker | undefined
  const close = () => {
    worker?.terminate()
    worker = undefined
  }
  const match = async (texts: string[]): Promise<number[] | undefined> => {
    worker ??= new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
    return await ask(worker, { pattern, texts })
  }
  return {
    close,
    async run(lines: readonly LogLine[], { from = 0, signal }: ScanRange): Promise<ScanResult | undefined> {
      const found: number[] = []
      const marks = new Map<number, readonly string[]>()
      const [end, deadline] = [lines.length, performance.now() + totalMs]
      for (let first = from; first < end; first += batchLines) {
        const texts = lines.slice(first, Math.min(end, first + batchLines)).map(textOf)
        const matches = performance.now() > deadline ? undefined : await match(texts)
        if (signal.aborted) return undefined
        if (matches === undefined) {
          close()
          return { lines: found, marks, isTooSlow: true }
        }
        for (const [index, words] of wordsOf(matches, texts)) {
          found.push(first + index)
          marks.set(first + index, words)
        }
      }
      return { lines: found, marks }
    },
  }
}

function textOf({ text }: LogLine): string {
  return toSearchText(text).slice(0, maxLineLength)
}

/** Undefined: it took too long or failed. */
function ask(worker: Worker, message: object): Promise<number[] | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), batchMs)
    const settle = (answer: number[] | undefined) => {
      clearTimeout(timer)
      resolve(answer)
    }
    worker.onmessage = ({ data }: MessageEvent<number[]>) => settle(data)
    worker.onerror = () => settle(undefined)
    worker.postMessage(message)
  })
}

function wordsOf(matches: readonly number[], texts: readonly string[]): Map<number, string[]> {
  const words = new Map<number, string[]>()
  for (let at = 0; at < matches.length; at += 3) {
    const [index = 0, start = 0, end = 0] = matches.slice(at, at + 3)
    const word = texts[index]?.slice(start, end) ?? ''
    const known = words.get(index)
    if (known === undefined) words.set(index, [word])
    else if (!known.includes(word)) known.push(word)
  }
  return words
}
