/** The verbs of the proxy program: arguments are our own ids and numbers; everything else is sent on stdin. */
import { z } from 'zod'
import type { Engine } from '../docker/index.ts'
import type { Call } from '../runtime/runtime.ts'
import { RuntimeError, type RuntimeErrorCode, runtimeErrorCodes } from '../runtime/runtime-error.ts'
import { sanitizeText } from '../ssh/index.ts'
import { programPath } from './image-archive.ts'

const defaultDeadlineMs = 30_000
const maxOutputBytes = 8 << 20

const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

export interface Verb {
  readonly args: readonly string[]
  readonly stdin?: string
}

export async function callVerb<Schema extends z.ZodType>(
  engine: Engine,
  container: string,
  { args, stdin, schema, ...call }: Verb & Call & { schema: Schema },
): Promise<z.output<Schema>> {
  const { exitCode, stdout, stderr } = await engine.exec(container, [programPath, ...args], {
    signal: call.signal,
    deadlineMs: call.deadlineMs ?? defaultDeadlineMs,
    maxOutputBytes,
    ...(stdin === undefined ? {} : { stdin }),
  })
  const answer = parse(stdout)
  if (exitCode !== 0) throw refusalOf(answer, exitCode, stderr)
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw new RuntimeError('proxy_failed', `The proxy's answer to ${args[0]} cannot be read.`, { cause: read.error })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(answer: unknown, exitCode: number, stderr: string): RuntimeError {
  const refusal = Refusal.safeParse(answer)
  if (!refusal.success)
    return new RuntimeError('proxy_failed', 'The proxy program failed.', {
      exitCode,
      logTail: sanitizeText(stderr, 2_000),
    })
  const { code, message } = refusal.data.error
  return new RuntimeError(isCode(code) ? code : 'proxy_failed', sanitizeText(message, 500))
}

function isCode(code: string): code is RuntimeErrorCode {
  return [...runtimeErrorCodes].some((each) => each === code)
}
