/** The names that a Go file declares, and its comments, by line. */
import { basename } from 'node:path'
import type { SourceFile } from '../source-files.ts'
import { readComments } from './read-comments.ts'
import { type NamedText, toWords } from './read-names.ts'

const literal = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+'/g
const declaration =
  /^func (?:\([^)]*\) )?(\w+)|^(?:type|var|const) (\w+)|^\t(\w+)(?:, \w+)*(?: +[\w.*[\]]+)? = |\b(\w+)(?:, \w+)* := |, (\w+) := |^func [^{]*[(,] ?(\w+) [\w.*[\]]+[,)]/gm

export function readGoNames({ path, text }: SourceFile): NamedText {
  const literals = [...text.matchAll(literal)]
    .filter(([found]) => !found.startsWith('/'))
    .map((match): [number, number] => [match.index, match.index + match[0].length])
  const code = text.replaceAll(literal, (found) => found.replaceAll(/[^\n]/g, ' '))
  const names = code
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(declaration)].flatMap((match) =>
        match.slice(1).flatMap((name) => (name === undefined ? [] : [{ line: index + 1, text: toWords(name) }])),
      ),
    )
  const file = { line: 1, text: toWords(basename(path).replace(/\.go$/, '')) }
  return { names: [file, ...names], comments: readComments(text, literals), titles: [] }
}
