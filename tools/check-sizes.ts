/** Files stay small enough to read at once. Biome measures functions (noExcessiveLinesPerFunction). */
import { finishCheck, type Seed } from './finish-check.ts'
import { readFiles, type SourceFile } from './source-files.ts'

const maxLines = 400
const maxMedian = 80
const handWritten = /^(apps|packages)\/.+\.tsx?$/
const notCounted = /(\.test\.tsx?|\.generated\.ts|\.d\.ts)$/

const files = (await readFiles(handWritten, { maxBytes: 1 << 20 })).filter((file) => !notCounted.test(file.path))
if (files.length < 10) throw new Error(`only ${files.length} files were seen`)
const { findings, median, p95, largest } = measure(files)
finishCheck('sizes', { findings, seeds: seedFindings(), figures: { files: files.length, median, p95, largest } })

function measure(sources: readonly SourceFile[]) {
  const sizes = sources
    .map((file) => ({ path: file.path, lines: countLines(file.text) }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]?.lines ?? 0
  const found = sizes
    .filter((file) => file.lines > maxLines)
    .map((file) => `${file.path} has ${file.lines} lines, more than ${maxLines}`)
  if (at(0.5) > maxMedian) found.push(`the median file has ${at(0.5)} lines, more than ${maxMedian}`)
  return { findings: found, median: at(0.5), p95: at(0.95), largest: sizes.at(-1)?.lines ?? 0 }
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function seedFindings(): Seed[] {
  const file = (lines: number) => ({ path: `apps/seeded-${lines}.ts`, text: 'x\n'.repeat(lines) })
  const small = [10, 20, 30].map(file)
  return [
    { what: 'file of 401 lines', caught: measure([...small, file(401)]).findings.length === 1 },
    { what: 'median of 81 lines', caught: measure([file(1), file(81), file(82)]).findings.length === 1 },
    { what: 'file of 400 lines, which is allowed,', caught: measure([...small, file(400)]).findings.length === 0 },
    { what: 'path of the server', caught: handWritten.test('apps/server/src/main.ts') },
  ]
}
