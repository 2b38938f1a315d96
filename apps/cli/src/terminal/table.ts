/** A table with aligned columns. */
import { fitLine, type Line, type Span, spansOf, widthOf } from './text.ts'

const gap = '  '

/** `columns`: width of the terminal; the last column is cut to fit. Undefined: a pipe, where nothing is cut. */
export function layOutTable(heads: readonly string[], rows: readonly (readonly Line[])[], columns?: number): Line[] {
  const all = [heads.map((text): Line => ({ text, style: 'dim' })), ...rows]
  const widths = heads.map((_, index) => Math.max(...all.map((row) => widthOf(row[index] ?? ''))))
  return all.map((row) => {
    const spans = row.flatMap((cell, index): readonly Span[] => {
      if (index === row.length - 1) return spansOf(cell)
      return [...spansOf(cell), ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell))), gap]
    })
    return columns === undefined ? spans : fitLine(spans, columns)
  })
}
