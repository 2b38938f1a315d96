/** Checks longshore.yaml against the published schema and reports errors with their lines. */
import { validate } from '@longshore/sdk/validate'
import { LineCounter, parseDocument } from 'yaml'
import { firstLineOf, offsetAt, partsOfPointer } from '../yaml-positions.ts'
import { longshoreSchema } from './schema.generated.ts'

export interface FileFault {
  readonly line: number
  /** For example, `services.web.port`. Empty: the whole file. */
  readonly field: string
  readonly message: string
}

export function checkLongshoreFile(text: string): FileFault[] {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true })
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : counter.linePos(offset).line)
  if (document.errors.length > 0)
    return document.errors.map((each) => ({ line: lineAt(each.pos[0]), field: '', message: firstLineOf(each.message) }))
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  return validate(longshoreSchema, value)
    .map(({ pointer, message }) => {
      const path = partsOfPointer(pointer)
      return { line: lineAt(offsetAt(document.contents, path)), field: path.join('.'), message }
    })
    .sort((a, b) => a.line - b.line)
}
