/** Formats one line of a process's output for people: the name in color, and log records as plain text. */
const colors: Record<string, number> = { postgres: 34, restate: 35, migrate: 33, api: 32, worker: 36 }
const levels: Record<string, number> = { warn: 33, error: 31, fatal: 31 }

export function formatLine(name: string, line: string, isColored = process.stdout.isTTY === true): string {
  const paint = (text: string, color: number | undefined) =>
    isColored && color !== undefined ? `\u001B[${color}m${text}\u001B[0m` : text
  const record = parseRecord(line)
  const head = paint(name.padEnd(8), colors[name])
  if (record === undefined) return `${head} | ${line}`
  const { time, level, msg, process: _process, ...rest } = record
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const clock = String(time).slice(11, 19)
  return `${head} | ${clock} ${paint(String(level).padEnd(5), levels[String(level)])} ${[msg, ...details].join(' ')}`
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{"')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'level' in value && 'msg' in value ? { ...value } : undefined
  } catch {
    return undefined
  }
}
