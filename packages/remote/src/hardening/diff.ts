/** A unified diff of two small files, for people to read before they agree to a change. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

const maxLines = 2_000
/** Lines added and removed. The comparison takes quadratic time in this number. */
const maxEditLength = 2_000

export function unifiedDiff(before: string, after: string, name: string): string {
  const tooLong = `--- ${name}\n+++ ${name}\n(too long to compare)\n`
  if (countLines(before) > maxLines || countLines(after) > maxLines) return tooLong
  const oldName = before === '' ? '/dev/null' : name
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY, maxEditLength }
  return createTwoFilesPatch(oldName, name, endLine(before), endLine(after), undefined, undefined, options) ?? tooLong
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

/** A missing newline at the end of a file isn't a change that anyone has to read. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
