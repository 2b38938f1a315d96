/** Selects the lines of a program's last output that show why it ended. Pure. */

const errorLine =
  /^\s{0,8}(?:Uncaught )?(?:[\w.$]{0,80}(?:Error|Exception)\b|panic:|fatal(?: error)?:|error:|thread '.{0,80}' panicked)/i
const usualLines = 12
const mostLines = 24
const lastLines = 4

/** Begins at the last error: the stack trace below it says less. Long traces lose their middle. */
export function errorExcerpt(output: readonly string[]): string[] {
  const end = output.findLastIndex((line) => line.trim() !== '') + 1
  const lines = output.slice(0, end)
  const at = lines.findLastIndex((line) => errorLine.test(line))
  const from = Math.max(0, at < 0 ? lines.length - usualLines : Math.min(at, lines.length - usualLines))
  const shown = lines.slice(from)
  if (shown.length <= mostLines) return shown
  return [...shown.slice(0, mostLines - lastLines - 1), '…', ...shown.slice(-lastLines)]
}
