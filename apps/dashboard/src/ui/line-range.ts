/** Start and end of a line in the text, to select it. */
export function rangeOfLine(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return [Math.min(start, text.length), Math.min(start + (lines[line - 1]?.length ?? 0), text.length)]
}
