/** Markdown tables: a row of cells, a row of dashes, more rows. */
const delimiter = /^ {0,3}\|?[\s:|-]*-[\s:|-]*$/

export function isTableStart(lines: readonly string[], at: number): boolean {
  const under = lines[at + 1] ?? ''
  return (lines[at] ?? '').includes('|') && under.includes('|') && delimiter.test(under)
}

export function readTable(
  lines: readonly string[],
  at: number,
  inline: (text: string) => string,
): { html: string; next: number } {
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end += 1
  const classes = splitRow(lines[at + 1] ?? '').map((each) => (/^:-+:$/.test(each) ? ' class="middle"' : ''))
  const head = splitRow(lines[at] ?? '')
  const toRow = (name: string, cells: readonly string[]) =>
    `<tr>${head.map((_, index) => `<${name}${classes[index] ?? ''}>${inline(cells[index] ?? '')}</${name}>`).join('')}</tr>`
  const rows = lines.slice(at + 2, end).map((line) => toRow('td', splitRow(line)))
  const isNamed = head.some((each) => each !== '')
  const top = isNamed ? `<thead>${toRow('th', head)}</thead>\n` : ''
  const html = `<div class="table" tabindex="0"><table>\n${top}<tbody>\n${rows.join('\n')}\n</tbody></table></div>`
  return { html, next: end }
}

/** Splits at bars, except escaped ones: `\|` is a bar, also inside of code. */
function splitRow(line: string): string[] {
  const cells = ['']
  const text = line.trim().replace(/^\|/, '')
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charAt(index)
    if (letter === '|') cells.push('')
    else if (letter === '\\' && text.charAt(index + 1) === '|') {
      cells[cells.length - 1] += '|'
      index += 1
    } else cells[cells.length - 1] += letter
  }
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((each) => each.trim())
}
