/** A Markdown page as the claims check reads it: sections with their tables, list items and paragraphs. */
import type { SourceFile } from '../source-files.ts'

export interface Section {
  /** Empty for the part above the first heading. */
  readonly heading: string
  readonly blocks: readonly Block[]
}

export type Block =
  | {
      readonly kind: 'row'
      readonly where: string
      readonly header: readonly string[]
      readonly cells: readonly string[]
    }
  | { readonly kind: 'item' | 'paragraph'; readonly where: string; readonly text: string }

export function readSections({ path, text }: SourceFile): Section[] {
  const sections: { heading: string; lines: Line[] }[] = [{ heading: '', lines: [] }]
  for (const [index, content] of withoutFrontMatter(text).split('\n').entries()) {
    const [, heading] = /^## (.+)$/.exec(content) ?? []
    if (heading !== undefined) sections.push({ heading, lines: [] })
    else sections.at(-1)?.lines.push({ where: `${path}:${index + 1}`, content })
  }
  return sections.map(({ heading, lines }) => ({ heading, blocks: readBlocks(lines) }))
}

/** Keeps the lines, so that line numbers stay correct. */
function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n[\s\S]*?\n---(?=\n)/, (block) => block.replaceAll(/[^\n]/g, ''))
}

interface Line {
  readonly where: string
  readonly content: string
}

function readBlocks(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  let header: string[] | undefined
  let open: { kind: 'item' | 'paragraph'; where: string; text: string } | undefined
  for (const { where, content } of lines) {
    const isRow = content.startsWith('|')
    if (!isRow) header = undefined
    if (isRow || content.trim() === '' || content.startsWith('#')) {
      open = undefined
      if (!isRow) continue
      if (header === undefined) header = cellsOf(content)
      else if (!/^[|\s:-]+$/.test(content)) blocks.push({ kind: 'row', where, header, cells: cellsOf(content) })
      continue
    }
    const isItem = /^(?:[-*]|\d+\.) /.test(content)
    if (open !== undefined && !isItem) {
      open.text += ` ${content.trim()}`
      continue
    }
    open = { kind: isItem ? 'item' : 'paragraph', where, text: content.trim() }
    blocks.push(open)
  }
  return blocks
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

/** Returns code spans. */
export function spansOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
}
