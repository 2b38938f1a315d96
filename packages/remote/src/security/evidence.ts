/** What was read from a server, before anything is made of it. Evaluators are pure functions of this. */
import type { ProbeName } from './gather/probe-names.ts'

export type Reading =
  /** The whole answer came. `succeeded` is false when the program ended with an error; `errors` says why. */
  { state: 'read'; succeeded: boolean; text: string; errors: string } | { state: 'unread'; reason: string }

export type EngineReading =
  | { state: 'read'; version: unknown; info: unknown; containers: readonly unknown[]; leftOut: number }
  | { state: 'unread'; reason: string }

export interface Evidence {
  /** Milliseconds since 1970, by our clock. */
  takenAt: number
  username: string
  /** The connection as the server sees it. */
  connection: { clientAddress: string; serverAddress: string; serverPort: number } | undefined
  readings: ReadonlyMap<ProbeName, Reading>
  engine: EngineReading
}

/** Ends the evaluation of one check: it becomes unknown, with this reason. */
export class Unreadable extends Error {}

/** The output of a program that succeeded. */
export function textOf(evidence: Evidence, name: ProbeName): string {
  const { text, succeeded, errors } = wholeOf(evidence, name)
  if (!succeeded) throw new Unreadable(`the program failed: ${errors.trim().slice(0, 200) || 'no reason given'}`)
  return text
}

/** Complete output, whether or not the program was content with all that it was asked for. */
export function wholeOf(evidence: Evidence, name: ProbeName): Extract<Reading, { state: 'read' }> {
  const reading = evidence.readings.get(name)
  if (reading === undefined) throw new Unreadable('it was not asked for')
  if (reading.state === 'unread') throw new Unreadable(reading.reason)
  return reading
}

/** Many checks look at the same answer: it is taken apart once. */
export function oncePerEvidence<Result>(read: (evidence: Evidence) => Result): (evidence: Evidence) => Result {
  const known = new WeakMap<Evidence, { result: Result }>()
  return (evidence) => {
    const before = known.get(evidence)
    if (before !== undefined) return before.result
    const result = read(evidence)
    known.set(evidence, { result })
    return result
  }
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** Files under lines of the form `==> /path <==`, as tail prints them. */
export function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>()
  let name: string | undefined
  for (const line of text.split('\n')) {
    const header = line.startsWith('==> ') && line.endsWith(' <==') ? line.slice(4, -4) : undefined
    if (header !== undefined) name = header
    if (name !== undefined)
      sections.set(name, header === undefined ? `${sections.get(name) ?? ''}${line}\n` : (sections.get(name) ?? ''))
  }
  return sections
}

/** Whether the server said itself that a path or a program does not exist: only then is it known to be absent. */
export function isReportedMissing(errors: string, path: string): boolean {
  return linesOf(errors).some((line) => line.includes(`'${path}'`) && line.endsWith('No such file or directory'))
}
