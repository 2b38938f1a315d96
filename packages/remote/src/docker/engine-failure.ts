/** Maps the Engine's error messages to error codes. */

import { RuntimeError, type RuntimeErrorCode } from '../runtime/runtime-error.ts'
import { failure } from '../ssh/index.ts'
import { EngineError } from './engine-error.ts'

const meanings: readonly (readonly [message: string, code: RuntimeErrorCode])[] = [
  ['no space left on device', 'disk_full'],
  ['disk quota exceeded', 'disk_full'],
  ['no such image', 'image_not_found'],
  ['port is already allocated', 'port_conflict'],
  ['address already in use', 'port_conflict'],
  ['oci runtime', 'container_start_failed'],
  ['failed to create task', 'container_start_failed'],
  // The user, the working directory, or a mount doesn't fit to the image.
  ['unable to find user', 'container_start_failed'],
  ['unable to find group', 'container_start_failed'],
  ['uids and gids must be in range', 'container_start_failed'],
  ['not a directory', 'container_start_failed'],
  ['is not directory', 'container_start_failed'],
  ['too many links', 'container_start_failed'],
]

/** Error responses become RuntimeErrors; connection errors stay as they are. */
export async function translate<Result>(otherwise: RuntimeErrorCode, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toRuntimeError(error, otherwise)
  }
}

/**
 * A 5xx response without a known meaning says nothing about the request: a restarting daemon sends it before it closes
 * its connections. It counts as an unreachable Docker, which is retried.
 */
export function toRuntimeError(error: unknown, otherwise: RuntimeErrorCode): unknown {
  if (!(error instanceof EngineError)) return error
  const message = error.message.toLowerCase()
  const code = meanings.find(([each]) => message.includes(each))?.[1]
  if (code === undefined && error.status >= 500)
    return failure('docker_unreachable', { detail: error.message, cause: error })
  return new RuntimeError(code ?? otherwise, error.message, { cause: error })
}
