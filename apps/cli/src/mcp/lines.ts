/** Lines of a stream, each of them at most so long. */
import type { Readable } from 'node:stream'

/** Null stands for a line that was too long: it is read over and not kept. */
export async function* readLines(input: Readable, maxLength: number): AsyncGenerator<string | null> {
  let open = ''
  let isTooLong = false
  for await (const chunk of input.setEncoding('utf8')) {
    const pieces = String(chunk).split('\n')
    for (const [index, piece] of pieces.entries()) {
      isTooLong ||= open.length + piece.length > maxLength
      open = isTooLong ? '' : open + piece
      if (index === pieces.length - 1) continue
      yield isTooLong ? null : open
      open = ''
      isTooLong = false
    }
  }
  if (isTooLong) yield null
  else if (open !== '') yield open
}
