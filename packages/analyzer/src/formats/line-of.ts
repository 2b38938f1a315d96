/** The first line that has the text, from 1; null when none has it. */
export function lineOf(text: string, part: string): number | null {
  const index = text.indexOf(part)
  return index === -1 ? null : lineAt(text, index)
}

/** The line of a position, from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let next = text.indexOf('\n'); next !== -1 && next < index; next = text.indexOf('\n', next + 1)) line += 1
  return line
}
