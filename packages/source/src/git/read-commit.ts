/** Reads author, date, and message of a commit. Pure. The author can write anything, in any encoding. */
import { failure } from './failures.ts'
import type { FetchedCommit } from './source.ts'

const maxMessage = 4_000
const maxAuthor = 200

export function readCommit(sha: string, content: Buffer): FetchedCommit & { readonly tree: string } {
  const end = content.indexOf('\n\n')
  const head = content.toString('utf8', 0, end < 0 ? content.length : end).split('\n')
  const tree = /^tree ([0-9a-f]{40})$/.exec(head[0] ?? '')?.[1]
  if (tree === undefined) throw failure('repository_unreadable')
  const author = lineOf(head, 'author ')
  const seconds = Number(/ (\d{1,12}) [+-]\d{4}$/.exec(lineOf(head, 'committer '))?.[1] ?? '0')
  const message = end < 0 ? '' : content.toString('utf8', end + 2, end + 2 + maxMessage * 4)
  return {
    sha,
    tree,
    message: shown(message, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, maxMessage),
    author: shown(author.split(' <', 1).join(''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, maxAuthor),
    committedAt: new Date(Math.min(seconds, 253_402_300_799) * 1_000),
  }
}

function lineOf(lines: readonly string[], start: string): string {
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? ''
}

/** Keeps line ends and removes other invisible characters. */
function shown(text: string, unseen: RegExp, maxLength: number): string {
  const plain = text.toWellFormed().replaceAll(unseen, (char) => (char === '\n' ? char : ' '))
  return plain.trim().slice(0, maxLength).toWellFormed()
}
