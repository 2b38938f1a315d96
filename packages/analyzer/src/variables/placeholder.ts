/** `changeme`, `your-key-here`, `<token>`, `xxx`: values to be replaced. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim().toLowerCase()
  if (text === '') return true
  if (
    /^(?:<.*>|\[.*\]|\{\{.*\}\}|x{3,}|\*{3,}|\.{3}|-+|_+|\?+|todo|tbd|null|undefined|none|secret|password)$/.test(text)
  )
    return true
  return /change[-_ ]?me|change[-_ ]?this|replace[-_ ]?(?:me|with|this)|your[-_ ]|fill[-_ ]?(?:me|in)|(?:^|[-_])here$|example[-_]?(?:key|token|secret)|insert[-_ ]|put[-_ ]your|placeholder|dummy|^(?:sk|pk)_(?:test|live)_x*(?:\.\.\.)?$|\.\.\.$/.test(
    text,
  )
}
