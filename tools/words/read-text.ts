/** What people read in a file, by line: prose of Markdown, texts in sources, descriptions in JSON. Code and comments are left out. */
import type { SourceFile } from '../source-files.ts'

export interface TextLine {
  readonly line: number
  readonly text: string
}

export function readText({ path, text }: SourceFile): TextLine[] {
  if (path.endsWith('.md')) return readMarkdown(text)
  return path.endsWith('.json') ? readJson(text) : readSource(text)
}

/** Blocks of code, `code`, targets of links and comments of the page are not prose. */
function readMarkdown(text: string): TextLine[] {
  const prose = text
    .replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/`[^`\n]*`/g, blank)
    .replaceAll(/\]\([^)\n]*\)/g, blank)
  return toLines(prose)
}

/**
 * Literals with a space in them are taken for texts, so names and codes are not read. Descriptions of fields reach people through
 * openapi.json and docs/reference, which are read themselves.
 */
function readSource(text: string): TextLine[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/(?:^|\s)\/\/[^\n]*/g, blank)
    .replaceAll(/\.describe\(\s*(['"`])(?:\\.|(?!\1)[\s\S])*\1/g, blank)
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].flatMap(
      ([, single, double, template]) => {
        const literal = (single ?? double ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, ' X ')
        return /\S \S/.test(literal) ? [{ line: index + 1, text: literal }] : []
      },
    ),
  )
}

function readJson(text: string): TextLine[] {
  return text.split('\n').flatMap((line, index) => {
    const [, words] = /"(?:summary|description|title|detail|hint)": "((?:[^"\\]|\\.)*)"/.exec(line) ?? []
    return words === undefined ? [] : [{ line: index + 1, text: words.replaceAll(/`[^`]*`/g, ' ') }]
  })
}

function toLines(text: string): TextLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter((each) => each.text.trim() !== '')
}

function blank(match: string): string {
  return match.replaceAll(/[^\n]/g, ' ')
}
