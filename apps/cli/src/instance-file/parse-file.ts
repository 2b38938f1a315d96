/** Reads an instance file and reports errors with line and column. */
import { validate } from '@longshore/sdk/validate'
import { LineCounter, parseDocument } from 'yaml'
import { firstLineOf, offsetAt, partsOfPointer } from '../yaml-positions.ts'
import type { FileFault, PointerFault } from './faults.ts'
import { findDuplicates } from './find-duplicates.ts'
import type { InstanceFile } from './instance-file.ts'
import { instanceFileSchema } from './schema.ts'

export interface ParsedFile {
  /** Undefined if there are faults. */
  readonly file: InstanceFile | undefined
  readonly faults: FileFault[]
  locate(fault: PointerFault): FileFault
}

export function parseInstanceFile(text: string): ParsedFile {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true })
  const place = (offset: number | undefined) => {
    const { line, col } = offset === undefined ? { line: 1, col: 1 } : counter.linePos(offset)
    return { line, column: col }
  }
  const locate = ({ pointer, message }: PointerFault): FileFault => {
    const path = partsOfPointer(pointer)
    return { ...place(offsetAt(document.contents, path)), field: path.join('.'), message }
  }
  if (document.errors.length > 0) {
    const faults = document.errors.map((each) => ({
      ...place(each.pos[0]),
      field: '',
      message: firstLineOf(each.message),
    }))
    return { file: undefined, faults, locate }
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  const wrong = validate(instanceFileSchema, value)
  if (!isInstanceFile(value, wrong)) return { file: undefined, faults: sorted(wrong.map(locate)), locate }
  const faults = findDuplicates(value).map(locate)
  return { file: faults.length === 0 ? value : undefined, faults: sorted(faults), locate }
}

function isInstanceFile(_value: unknown, faults: readonly PointerFault[]): _value is InstanceFile {
  return faults.length === 0
}

function sorted(faults: FileFault[]): FileFault[] {
  return faults.sort((one, other) => one.line - other.line || one.column - other.column)
}
