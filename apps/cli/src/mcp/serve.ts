/** The conversation: lines in, lines out. Requests are answered side by side, so that a long one keeps nobody waiting. */
import type { Readable } from 'node:stream'
import { harmlessJson } from '../terminal/harmless.ts'
import { type AnswerOptions, answerRequest } from './answer.ts'
import { readLines } from './lines.ts'
import { idOf, isAnswer, isRequest, type Request, type RequestId, toFailure } from './message.ts'

const maxLineLength = 1 << 20
const maxBatch = 50
const maxAtOnce = 16
/** What is under way when the client has gone may still end. */
const lastWaitMs = 10_000

export interface ServeOptions extends AnswerOptions {
  readonly input: Readable
  write(text: string): void
}

export async function serve(options: ServeOptions): Promise<void> {
  const conversation = createConversation(options)
  const working = new Set<Promise<void>>()
  for await (const line of readLines(options.input, maxLineLength)) {
    if (line?.trim() === '') continue
    if (working.size >= maxAtOnce) await Promise.race(working)
    const work = conversation
      .answerLine(line)
      .then((answer) => {
        if (answer !== undefined) options.write(`${harmlessJson(answer)}\n`)
      })
      .finally(() => working.delete(work))
    working.add(work)
  }
  const timer = setTimeout(conversation.endAll, lastWaitMs)
  await Promise.all(working)
  clearTimeout(timer)
}

export function createConversation(options: AnswerOptions) {
  const running = new Map<RequestId, AbortController>()

  /** Undefined: there is nothing to answer. */
  async function answerMessage(message: unknown): Promise<object | undefined> {
    if (isAnswer(message)) return undefined
    if (!isRequest(message)) return toFailure(idOf(message), 'request', 'That is no request.')
    const { id } = message
    if (id === undefined) return void noteSilently(message)
    const own = new AbortController()
    running.set(id, own)
    try {
      const answer = await answerRequest(message, id, { ...options, signal: own.signal })
      return own.signal.aborted ? undefined : answer
    } catch (error) {
      return toFailure(id, 'internal', error instanceof Error ? error.message : String(error))
    } finally {
      if (running.get(id) === own) running.delete(id)
    }
  }

  /** Nobody waits for an answer; only that one does not wait any more matters here. */
  function noteSilently({ method, params }: Request): void {
    const id = params?.requestId
    if (method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number'))
      running.get(id)?.abort()
  }

  return {
    /** Null: the line was too long. */
    async answerLine(line: string | null): Promise<object | undefined> {
      if (line === null) return toFailure(null, 'request', `A line has at most ${maxLineLength} characters.`)
      const message = parse(line)
      if (message === undefined) return toFailure(null, 'parse', 'That is no JSON.')
      if (!Array.isArray(message)) return await answerMessage(message)
      if (message.length === 0 || message.length > maxBatch)
        return toFailure(null, 'request', `A batch has 1 to ${maxBatch} messages.`)
      const answers = (await Promise.all(message.map(answerMessage))).filter((each) => each !== undefined)
      return answers.length === 0 ? undefined : answers
    },
    endAll(): void {
      for (const each of running.values()) each.abort()
    },
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
