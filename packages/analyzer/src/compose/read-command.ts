/** Reads `command` and `entrypoint`, as a string or as a list of arguments. */
import type { Located } from '../formats/located.ts'
import { itemsOf } from '../formats/located.ts'
import { joinArgs, toCommand } from '../shell-words.ts'
import { interpolate } from './interpolate.ts'

export function readCommand(node: Located | undefined): string | null {
  if (node === undefined) return null
  if (node.kind === 'scalar') return node.value === null ? null : toCommand(plain(node.text))
  return toCommand(joinArgs(itemsOf(node).flatMap((item) => (item.kind === 'scalar' ? [plain(item.text)] : []))))
}

/** A reference without a default is left to the shell of the container, which has the variable. */
function plain(text: string): string {
  return interpolate(text).text ?? text
}
