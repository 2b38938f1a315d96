/** Code blocks in Markdown, with their info strings. */
export interface Fence {
  page: string
  /** Line number of the first line of code. */
  line: number
  language: string
  /** Arguments after the language: `run`, or the name of the shown file. */
  args: string[]
  text: string
}

export function readFences(page: string, text: string): Fence[] {
  const lines = text.split('\n')
  const fences: Fence[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', mark = '', info = ''] = /^( *)(`{3,})(.*)$/.exec(lines[at] ?? '') ?? []
    if (mark === '') continue
    let end = at + 1
    while (end < lines.length && (lines[end] ?? '').trim() !== mark) end += 1
    const body = lines.slice(at + 1, end).map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each))
    const [language = '', ...args] = info.trim().split(/\s+/)
    fences.push({ page, line: at + 2, language, args, text: body.join('\n') })
    at = end
  }
  return fences
}
