/** Creates the error for a server without capacity for a copy of the data. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Shortage } from './capacity.policy.ts'

export function notEnoughSpace({ code, needsBytes, hasBytes }: Shortage): PermanentError {
  const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
  return new PermanentError(code, `It needs ${inMegabytes(needsBytes)}, but only ${inMegabytes(hasBytes)} are free.`)
}
