/** Aligns table cells by classes: markdown-it writes style attributes, which the content security policy forbids. */
interface Token {
  type: string
  attrGet(name: string): string | null
  attrs: [string, string][] | null
}

interface Markdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } }
}

export function alignTablesByClass(md: Markdown): void {
  md.core.ruler.push('table-alignment', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue
      const [, side] = /^text-align:\s*(left|right|center)$/.exec(token.attrGet('style') ?? '') ?? []
      if (side !== undefined) token.attrs = [['class', `align-${side}`]]
    }
  })
}
