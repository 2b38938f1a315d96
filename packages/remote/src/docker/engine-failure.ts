/** What the Engine's refusals mean, by the words it uses. */

import { RuntimeError, type RuntimeErrorCode } from '../runtime/runtime-error.ts'
import { EngineError } from './engine-error.ts'

const meanings: readonly (readonly [words: string, code: RuntimeErrorCode])[] = [
  ['no space left on device', 'disk_full'],
  ['disk quota exceeded', 'disk_full'],
  ['no such image', 'image_not_found'],
  ['port is already allocated', 'port_conflict'],
  ['address already in use', 'port_conflict'],
]

/** Refusals become RuntimeErrors; what is wrong with the connection stays as it is. */
export async function translate<Result>(otherwise: RuntimeErrorCode, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toRuntimeError(error, otherwise)
  }
}

export function toRuntimeError(error: unknown, otherwise: RuntimeErrorCode): unknown {
  if (!(error instanceof EngineError)) return error
  const words = error.message.toLowerCase()
  const code = meanings.find(([each]) => words.includes(each))?.[1] ?? otherwise
  return new RuntimeError(code, error.message, { cause: error })
}
