/** The command of a health check; one that only requests a page becomes an HTTP check. */
import { at, itemsOf, type Located } from '../formats/located.ts'
import { commandCheck, type HealthCheck, httpCheck } from '../health-check.ts'
import { joinArgs, toCommand } from '../shell-words.ts'
import { below, checkKeysIn, type Notes } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'
import { healthKeys } from './nested-keys.ts'
import { secondsAt } from './read-durations.ts'
import { flagAt, leaveOut, noteChange, scalarAt } from './read-scalar.ts'

type Times = Pick<HealthCheck, 'intervalSeconds' | 'timeoutSeconds' | 'retries' | 'startPeriodSeconds'>

export interface ComposeHealth {
  /** Null if the file turns the check of the image off. */
  readonly check: HealthCheck | null
  /** The check as a command, also for an HTTP request. */
  readonly command: string | null
}

/** Null if the file states no check. */
export function readHealth(service: Located, notes: Notes): ComposeHealth | null {
  const node = at(service, 'healthcheck')
  if (node?.kind !== 'map') return null
  const own = below(notes, 'healthcheck')
  checkKeysIn(own, node, healthKeys)
  const times = readTimes(node, own)
  const test = at(node, 'test')
  const text = test === undefined ? null : readTest(test)
  if (flagAt(node, 'disable', own) === true || text === 'NONE') return { check: null, command: null }
  const check = text === null ? null : fromCommand(text)
  if (check !== null) return { check: { ...check, ...times }, command: toCommand(text ?? '') }
  if (test !== undefined) leaveOut(own, { key: 'test', line: test.line, why: 'is empty or too long' })
  else if (Object.values(times).some((time) => time !== null))
    leaveOut(own, { key: 'healthcheck', line: node.line, why: 'has times and no test' })
  return null
}

export function fromCommand(text: string): HealthCheck | null {
  const command = toCommand(text)
  if (command === null) return null
  const path = requestedPath(command)
  return path === null ? commandCheck(command) : httpCheck(path)
}

/** Null if the test is empty. A reference without a default is left to the shell of the container. */
function readTest(test: Located): string | null {
  if (test.kind === 'scalar') return test.value === null ? null : interpolate(test.text).visible
  const [kind, ...args] = itemsOf(test).flatMap((item) =>
    item.kind === 'scalar' ? [interpolate(item.text).visible] : [],
  )
  if (kind === undefined) return null
  if (kind === 'NONE') return 'NONE'
  if (kind === 'CMD-SHELL') return args.join(' ')
  return kind === 'CMD' ? joinArgs(args) : joinArgs([kind, ...args])
}

function readTimes(node: Located, notes: Notes): Times {
  return {
    intervalSeconds: secondsAt(node, 'interval', { notes, min: 1, max: 300 }),
    timeoutSeconds: secondsAt(node, 'timeout', { notes, min: 1, max: 120 }),
    retries: readRetries(node, notes),
    startPeriodSeconds: secondsAt(node, 'start_period', { notes, min: 0, max: 1_800 }),
  }
}

function readRetries(node: Located, notes: Notes): number | null {
  const found = scalarAt(node, 'retries', notes)
  if (found === null) return null
  if (!/^\d{1,9}$/.test(found.text)) {
    leaveOut(notes, { key: 'retries', line: found.line, why: 'isn’t a number' })
    return null
  }
  // Docker uses its default for 0.
  if (Number(found.text) === 0) return null
  const retries = Math.min(Number(found.text), 100)
  if (retries !== Number(found.text)) noteChange(notes, { key: 'retries', line: found.line, to: String(retries) })
  return retries
}

/** `curl -f http://localhost:3000/health || exit 1` → `/health`. */
function requestedPath(command: string): string | null {
  if (!/^(?:\S*\/)?(?:curl|wget|bash -c|sh -c|node|python3?|bun|deno|perl|ruby|php|pwsh)\b/.test(command)) return null
  const address = /https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::[^/\s'")]{1,40})?(\/[^\s'")|;]*)?/.exec(
    command,
  )
  if (address === null) return null
  const path = address[1] ?? '/'
  return path.length > 200 ? null : path
}
