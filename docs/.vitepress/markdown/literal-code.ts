/** Shows `{{ … }}` in inline code as it is. VitePress does that for code blocks only, and Vue would evaluate the rest. */
interface Token {
  type: string
  children: Token[] | null
  attrSet(name: string, value: string): void
}

interface Markdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } }
}

export function keepCodeLiteral(md: Markdown): void {
  md.core.ruler.push('literal-code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'code_inline') token.attrSet('v-pre', '')
  })
}
