/** Turns the output of a failed build into the error that people read; pure. */
import { RuntimeError } from '../runtime/runtime-error.ts'
import { sanitizeText } from '../ssh/index.ts'
import type { BuildProgress } from './build-progress.ts'

const noSpace = /no space left on device/i
const noImage = /(?:not found|manifest unknown|does not exist|failed to resolve source metadata)/i
const refused = /(?:unauthorized|authentication required|denied|403 Forbidden|401 Unauthorized)/i
const unreachable = /(?:no such host|i\/o timeout|connection refused|network is unreachable|TLS handshake|dial tcp)/i

export function buildFailure(progress: BuildProgress): RuntimeError {
  const { failed, errors, tail } = progress
  const errorText = failed?.error ?? lastError(errors)
  const exitCode = exitCodeIn(errorText)
  const logTail = tail === '' ? errors : tail
  const options = {
    ...(failed === null ? {} : { step: failed.step }),
    ...(exitCode === undefined ? {} : { exitCode }),
    logTail,
  }
  const make = (code: RuntimeError['code'], message: string) => new RuntimeError(code, message, options)
  if (noSpace.test(errorText) || noSpace.test(tail.slice(-2_000)))
    return make('disk_full', "The server's disk filled up during the build.")
  if (exitCode === 137 || /cannot allocate memory|out of memory/i.test(errorText))
    return make(
      'build_out_of_memory',
      `${nameOf(failed?.step)} was killed: the build needs more memory than it's allowed to use.`,
    )
  if (failed !== null && exitCode !== undefined)
    return make('build_failed', `${nameOf(failed.step)} failed with exit code ${exitCode}.`)
  const isBaseImage =
    failed === null ? /load metadata|resolve source/.test(errorText) : /load metadata|FROM /.test(failed.step)
  if (isBaseImage) return baseImageFailure(errorText, make)
  return make('build_failed', sanitizeText(errorText === '' ? 'The build failed.' : errorText, 500))
}

function baseImageFailure(
  errorText: string,
  make: (code: RuntimeError['code'], message: string) => RuntimeError,
): RuntimeError {
  const text = sanitizeText(errorText, 400)
  if (unreachable.test(errorText))
    return make('registry_unreachable', `The registry of a base image is unreachable: ${text}`)
  if (refused.test(errorText)) return make('registry_refused', `The registry denied access to a base image: ${text}`)
  if (noImage.test(errorText)) return make('image_not_found', `Base image not found: ${text}`)
  return make('build_failed', text)
}

function exitCodeIn(text: string): number | undefined {
  const found = /exit code: (\d{1,3})\b/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function lastError(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.startsWith('ERROR: '))
  return (lines.at(-1) ?? errors.trim().split('\n').at(-1) ?? '').replace(
    /^ERROR: (?:failed to build: )?(?:failed to solve: )?/,
    '',
  )
}

function nameOf(step: string | undefined): string {
  return step === undefined ? 'A build step' : `Step ${sanitizeText(step, 200)}`
}
