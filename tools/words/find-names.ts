import type { SourceFile } from '../source-files.ts'
import type { FoundPhrase } from './find-phrases.ts'
import { commentRules, nameRules } from './name-rules.ts'
import type { Phrase } from './phrases.ts'
import { readGoNames } from './read-go-names.ts'
import { readNames } from './read-names.ts'
import type { TextLine } from './read-text.ts'

/** Rejected words in the file's name, its declared names, its comments and the titles of its tests. */
export function findNames(file: SourceFile): FoundPhrase[] {
  const { names, comments, titles } = file.path.endsWith('.go') ? readGoNames(file) : readNames(file)
  return [
    ...findIn(file.path, names, nameRules),
    ...findIn(file.path, comments, commentRules),
    ...findIn(
      file.path,
      titles,
      commentRules.filter(({ rule }) => !/-(?:opening|fragment)$/.test(rule)),
    ),
  ]
}

function findIn(path: string, texts: readonly TextLine[], rules: readonly Phrase[]): FoundPhrase[] {
  return texts.flatMap(({ line, text }) =>
    rules.flatMap(({ rule, pattern, instead, except }) => {
      const match = pattern.exec(text)
      return match === null || except?.test(path) === true
        ? []
        : [{ path, line, rule, text: excerpt(text, match.index), instead }]
    }),
  )
}

function excerpt(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at + 60)
}
