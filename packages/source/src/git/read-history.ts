/** Reads the commits of a fetched ref, newest first. */
import { kernelLimits } from './bare-clone.ts'
import { failure } from './failures.ts'
import { localArgs, localEnvironment } from './git-args.ts'
import { readCommit } from './read-commit.ts'
import { runGit } from './run-git.ts'
import type { FetchedCommit, SourceLimits } from './source.ts'

const maxBytes = 8_000_000

export async function readHistory(
  folder: string,
  options: { ref: string; limit: number; limits: SourceLimits; signal: AbortSignal },
): Promise<FetchedCommit[]> {
  const output: Buffer[] = []
  let bytes = 0
  const end = await runGit({
    args: [...localArgs, `--git-dir=${folder}`, 'rev-list', '--header', `--max-count=${options.limit}`, options.ref],
    environment: localEnvironment,
    limits: kernelLimits(options.limits),
    cwd: folder,
    signal: options.signal,
    onOutput(chunk) {
      bytes += chunk.length
      if (bytes > maxBytes) throw failure('repository_too_large', { detail: 'its commit messages are too long' })
      output.push(chunk)
    },
  })
  if (end.code !== 0) throw failure('repository_unreadable', { cause: end.stderr })
  return readHeaders(Buffer.concat(output))
}

/** Parses the output of `git rev-list --header`: each commit ends with a zero byte, and its message is indented. */
export function readHeaders(output: Buffer): FetchedCommit[] {
  const commits: FetchedCommit[] = []
  let start = 0
  for (let end = output.indexOf(0, start); end >= 0; end = output.indexOf(0, start)) {
    const text = output.toString('utf8', start, end)
    start = end + 1
    const sha = /^[0-9a-f]{40}(?=\n)/.exec(text)?.[0]
    if (sha === undefined) throw failure('repository_unreadable')
    const { message, author, committedAt } = readCommit(sha, Buffer.from(unindented(text.slice(sha.length + 1))))
    commits.push({ sha, message, author, committedAt })
  }
  return commits
}

function unindented(text: string): string {
  const at = text.indexOf('\n\n')
  if (at < 0) return text
  return text.slice(0, at + 2) + text.slice(at + 2).replaceAll(/^ {4}/gm, '')
}
