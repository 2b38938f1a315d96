/** Builds the text for the login shell of the server for one command, and parses its output. Pure. */
import { quoteArgs } from './quote-args.ts'

/**
 * Marks on both streams where the output of the program starts (start-up files of the login shell can print before it),
 * prints its process group so that it can be ended, and prints its exit code, because 255 could also come from ssh.
 * `exec` in the subshell makes sure that a name such as `eval` is a program, never a builtin.
 */
const wrapper = [
  'mark=$1',
  'shift',
  'export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"',
  'printf "%s\\n" "$mark"',
  'printf "%s %s\\n" "$mark" "$$" >&2',
  '(exec "$@")',
  'code=$?',
  'printf "\\n%s %s\\n" "$mark" "$code" >&2',
  'exit "$code"',
].join('; ')

/** For streams: after the marker, stdout belongs to the program. */
const streamWrapper = [
  'mark=$1',
  'shift',
  'export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"',
  'printf "%s\\n" "$mark"',
  'exec "$@"',
].join('; ')

/** sshd starts each command in a new session, so the process group contains everything that the command started. */
const stopper = [
  'kill -s TERM -- "-$1" 2>/dev/null',
  'for i in 1 2 3 4 5 6 7 8 9 10; do kill -s 0 -- "-$1" 2>/dev/null || exit 0; sleep 0.1; done',
  'kill -s KILL -- "-$1" 2>/dev/null',
].join('; ')

const program = /^[A-Za-z0-9_/.][A-Za-z0-9_/.+-]*$/

export function remoteCommandText(
  argv: readonly [string, ...string[]],
  options: { marker: string; withSudo: boolean },
): string {
  if (!program.test(argv[0])) throw new TypeError('the first word of a command must be a plain program name')
  const command = options.withSudo ? ['sudo', '-n', '--', ...argv] : argv
  return `exec sh -c ${quoteArgs([wrapper, 'sh', options.marker, ...command])}`
}

export function remoteStreamText(argv: readonly [string, ...string[]], options: { marker: string }): string {
  return `exec sh -c ${quoteArgs([streamWrapper, 'sh', options.marker, ...argv])}`
}

export function stopCommandText(group: number, options: { withSudo: boolean }): string {
  return `exec ${options.withSudo ? 'sudo -n -- ' : ''}sh -c ${quoteArgs([stopper, 'sh', String(group)])}`
}

/** Undefined until the program has started. */
export function readGroup(stderr: string, marker: string): number | undefined {
  return markedLines(stderr, marker)[0]?.value
}

/** Returns the program's output without our marker lines. `exitCode` is undefined when the command didn't finish. */
export function parseOutput(
  raw: { stdout: string; stderr: string },
  marker: string,
): { started: boolean; stdout: string; stderr: string; exitCode: number | undefined } {
  const from = raw.stdout.indexOf(`${marker}\n`)
  const [begin, ...rest] = markedLines(raw.stderr, marker)
  if (begin === undefined || from < 0) return { started: false, ...raw, exitCode: undefined }
  const end = rest.at(-1)
  return {
    started: true,
    stdout: raw.stdout.slice(from + marker.length + 1),
    // The line break before the last line is ours too.
    stderr: raw.stderr.slice(begin.end, end === undefined ? undefined : Math.max(begin.end, end.index - 1)),
    exitCode: end?.value,
  }
}

function markedLines(text: string, marker: string): { index: number; end: number; value: number }[] {
  const lines: { index: number; end: number; value: number }[] = []
  for (let at = text.indexOf(`${marker} `); at >= 0; at = text.indexOf(`${marker} `, at + 1)) {
    const end = text.indexOf('\n', at)
    const value = Number(text.slice(at + marker.length + 1, end < 0 ? undefined : end))
    if (end >= 0 && Number.isInteger(value)) lines.push({ index: at, end: end + 1, value })
  }
  return lines
}
