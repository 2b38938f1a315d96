/** The command of a health check; one that only requests a page becomes an HTTP check. */
import { argumentSchema } from '../container.schemas.ts'
import { at, itemsOf, type Located } from '../formats/located.ts'
import { commandCheck, type HealthCheck, httpCheck } from '../health-check.ts'
import { joinArgs, toCommand } from '../shell-words.ts'
import { below, checkKeysIn, type Notes } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'
import { healthKeys } from './nested-keys.ts'
import { secondsAt } from './read-durations.ts'
import { flagAt, leaveOut, noteChange, scalarAt } from './read-scalar.ts'

const maxArgs = 100

type Times = Pick<HealthCheck, 'intervalSeconds' | 'timeoutSeconds' | 'retries' | 'startPeriodSeconds'>

export interface ComposeHealth {
  /** Null if the file turns the check of the image off. */
  readonly check: HealthCheck | null
  /** The check as a command, also for an HTTP request. */
  readonly command: HealthCheck['command']
}

/** Null if the file states no check. */
export function readHealth(service: Located, notes: Notes): ComposeHealth | null {
  const node = at(service, 'healthcheck')
  if (node?.kind !== 'map') return null
  const own = below(notes, 'healthcheck')
  checkKeysIn(own, node, healthKeys)
  const times = readTimes(node, own)
  const test = at(node, 'test')
  const stated = test === undefined ? null : readTest(test)
  if (flagAt(node, 'disable', own) === true || stated === 'NONE') return { check: null, command: null }
  const command = stated === null ? null : checkedCommand(stated)
  if (command !== null) return { check: { ...fromCommand(command), ...times }, command }
  if (test !== undefined) leaveOut(own, { key: 'test', line: test.line, why: 'is empty or too long' })
  else if (Object.values(times).some((time) => time !== null))
    leaveOut(own, { key: 'healthcheck', line: node.line, why: 'has times and no test' })
  return null
}

/** A line for the shell of the container, or arguments without a shell. */
type Command = string | string[]

/** A program that requests a page of its own container becomes an HTTP check. */
export function fromCommand(command: Command): HealthCheck {
  const path = requestedPath(typeof command === 'string' ? command : command.join(' '))
  return path === null ? commandCheck(command) : httpCheck(path)
}

/** Null if it is empty or too long. */
export function checkedCommand(command: Command): Command | null {
  if (typeof command === 'string') return toCommand(command)
  const isFitting = command.length > 0 && command.length <= maxArgs
  return isFitting && command.every((word) => argumentSchema.safeParse(word).success) ? command : null
}

/** Null if the test is empty. */
function readTest(test: Located): Command | null {
  if (test.kind === 'scalar') return test.value === null ? null : interpolate(test.text).visible
  const items = itemsOf(test).flatMap((item) => (item.kind === 'scalar' ? [interpolate(item.text)] : []))
  const kind = items[0]?.visible
  if (kind === undefined) return null
  if (kind === 'NONE') return 'NONE'
  const args = kind === 'CMD' || kind === 'CMD-SHELL' ? items.slice(1) : items
  if (kind === 'CMD-SHELL') return args.map(({ visible }) => visible).join(' ')
  if (args.every(({ text }) => text !== null)) return args.map(({ visible }) => visible)
  // Only a shell in the container can resolve a reference that the file leaves open.
  return args.map(({ text, visible }) => (text === null ? inDoubleQuotes(visible) : joinArgs([visible]))).join(' ')
}

/** A shell replaces references in double quotes. */
function inDoubleQuotes(text: string): string {
  return `"${text.replaceAll(/["\\`]/g, '\\$&')}"`
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
