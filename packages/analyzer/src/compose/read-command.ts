/** Reads `command` and `entrypoint`, as a string or as a list of arguments. */
import { argumentSchema } from '../container.schemas.ts'
import { at, itemsOf, type Located } from '../formats/located.ts'
import { joinArgs, toCommand } from '../shell-words.ts'
import type { Notes } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'
import { leaveOut } from './read-scalar.ts'
import { splitArgs } from './split-args.ts'

export interface ComposeCommand {
  /** Arguments as Compose passes them. Empty if the file resets the command. */
  readonly args: readonly string[]
  /** The same as a line for a shell; null if it is empty or too long. */
  readonly text: string | null
  readonly line: number
  /** Where Compose stops to read a string, such as `&&`; null if it reads all of it. */
  readonly operator: string | null
  /** References without a default, which stay as they are written. */
  readonly unresolved: readonly string[]
}

const maxArgs = 100

export function readCommand(node: Located, key: 'command' | 'entrypoint', notes: Notes): ComposeCommand | null {
  const value = at(node, key)
  if (value === undefined || (value.kind === 'scalar' && value.value === null)) return null
  const read = value.kind === 'scalar' ? fromText(value.text) : fromList(value)
  if (typeof read === 'string') {
    leaveOut(notes, { key, line: value.line, why: read })
    return null
  }
  const isFitting = read.args.length <= maxArgs && read.args.every((word) => argumentSchema.safeParse(word).success)
  if (isFitting) return { ...read, line: value.line }
  leaveOut(notes, { key, line: value.line, why: 'has more than 100 arguments, or one with more than 4,000 characters' })
  return null
}

type Read = Omit<ComposeCommand, 'line'>

/** A reference without a default is left to the shell of the container, which has the variable. */
function fromText(text: string): Read | string {
  const { visible, unresolved } = resolve(text)
  const split = splitArgs(visible)
  if (split === null) return 'has an open quote or a parenthesis'
  return { ...split, text: toCommand(visible), unresolved }
}

function fromList(node: Located): Read | string {
  const items = itemsOf(node)
  if (node.kind === 'map' || items.some(({ kind }) => kind !== 'scalar')) return 'must be a string or a list of strings'
  const read = items.map((item) => resolve(item.kind === 'scalar' ? item.text : ''))
  const args = read.map(({ visible }) => visible)
  return { args, operator: null, text: toCommand(joinArgs(args)), unresolved: read.flatMap((one) => one.unresolved) }
}

function resolve(text: string): { visible: string; unresolved: string[] } {
  const { visible, references } = interpolate(text)
  return { visible, unresolved: references.flatMap(({ name, fallback }) => (fallback === null ? [name] : [])) }
}
