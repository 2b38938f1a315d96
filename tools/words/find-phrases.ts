import type { SourceFile } from '../source-files.ts'
import { phrases } from './phrases.ts'
import { readText } from './read-text.ts'

export interface FoundPhrase {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly text: string
  readonly instead: string
}

export function findPhrases(file: SourceFile): FoundPhrase[] {
  return readText(file).flatMap(({ line, text }) =>
    phrases.flatMap(({ rule, pattern, instead }) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined ? [] : [{ path: file.path, line, rule, text: found, instead }]
    }),
  )
}
