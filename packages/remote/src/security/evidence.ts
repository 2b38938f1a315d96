/** The raw data of a server. Evaluators are pure functions of it. */
import type { ProbeName } from './gather/probe-names.ts'

export type Reading =
  /**
   * The complete output arrived. `succeeded` is false if the program ended with an error; `errors` contains the reason.
   */
  { state: 'read'; succeeded: boolean; text: string; errors: string } | { state: 'unread'; reason: string }

export type EngineReading =
  | { state: 'read'; version: unknown; info: unknown; containers: readonly unknown[]; leftOut: number }
  | { state: 'unread'; reason: string }

export interface Evidence {
  /** Milliseconds since 1970, on our clock. */
  takenAt: number
  username: string
  /** The connection as the server sees it. */
  connection: { clientAddress: string; serverAddress: string; serverPort: number } | undefined
  readings: ReadonlyMap<ProbeName, Reading>
  engine: EngineReading
}

/** Ends the evaluation of one check: it becomes unknown, with this reason. */
export class Unreadable extends Error {}

/** The output of a successful program. */
export function textOf(evidence: Evidence, name: ProbeName): string {
  const { text, succeeded, errors } = wholeOf(evidence, name)
  if (!succeeded) throw new Unreadable(`the program failed: ${errors.trim().slice(0, 200) || 'no reason given'}`)
  return text
}

/** Complete output, whether or not the program succeeded. */
export function wholeOf(evidence: Evidence, name: ProbeName): Extract<Reading, { state: 'read' }> {
  const reading = evidence.readings.get(name)
  if (reading === undefined) throw new Unreadable('it was not asked for')
  if (reading.state === 'unread') throw new Unreadable(reading.reason)
  return reading
}

/** Many checks read the same output: it is parsed once. */
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

/** Splits files after lines of the form `==> /path <==`, as tail prints them. */
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

/** True if the server itself reported that a path or a program doesn't exist: only then is it known to be missing. */
export function isReportedMissing(errors: string, path: string): boolean {
  return linesOf(errors).some((line) => line.includes(`'${path}'`) && line.endsWith('No such file or directory'))
}
