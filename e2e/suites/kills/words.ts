/** `--name value` or `--name=value` of the command line. */
export function word(name: string): string | undefined {
  const at = process.argv.findIndex((each) => each === name || each.startsWith(`${name}=`))
  if (at < 0) return undefined
  const found = process.argv[at] ?? ''
  return found.includes('=') ? found.slice(found.indexOf('=') + 1) : process.argv[at + 1]
}
