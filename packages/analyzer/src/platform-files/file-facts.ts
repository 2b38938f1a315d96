/** A file of another platform as data with lines; TOML has no line information, so lines are searched in the text. */

import { parseTomlText } from '../documents.ts'
import type { Stated, StatedProcess } from '../facts.ts'
import { at, type Located, readYaml } from '../formats/located.ts'
import { fromPlain } from '../formats/read-json.ts'
import { lineOf } from '../lines.ts'

export interface FileNode {
  readonly file: string
  readonly text: string
  readonly node: Located
}

export function openFile(file: string, text: string): FileNode | null {
  if (file.endsWith('.toml')) {
    const { value, problem } = parseTomlText(text)
    return problem === null ? { file, text, node: fromPlain(value) } : null
  }
  const node = readYaml(text)
  return node.kind === 'unreadable' ? null : { file, text, node }
}

/** The text below the keys, with its line. */
export function statedAt(
  { file, text }: FileNode,
  node: Located | undefined,
  ...keys: string[]
): Stated<string> | null {
  const found = at(node, ...keys)
  if (found?.kind !== 'scalar' || found.value === null || found.text.trim() === '') return null
  return { value: found.text, line: file.endsWith('.toml') ? lineOf(text, found.text) : found.line }
}

export function portAt(file: FileNode, node: Located | undefined, ...keys: string[]): Stated<number> | null {
  const stated = statedAt(file, node, ...keys)
  const port = Number(stated?.value ?? Number.NaN)
  return stated !== null && Number.isInteger(port) && port > 0 && port < 65_536
    ? { value: port, line: stated.line }
    : null
}

export function webProcess(command: Stated<string> | null): StatedProcess[] {
  return command === null ? [] : [{ name: 'web', kind: 'web', command, schedule: null }]
}

export function cronProcess(
  name: string,
  command: Stated<string> | null,
  schedule: Stated<string> | null,
): StatedProcess[] {
  return schedule === null || command === null ? [] : [{ name, kind: 'cron', command, schedule }]
}
