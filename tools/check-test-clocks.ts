/**
 * No unit or database test fails because the machine is busy: none asserts an upper bound on elapsed time. A test that must show
 * that something is fast compares processor time (`process.cpuUsage`), counts, or two measurements of one run.
 */
import { finishCheck, type Seed } from './finish-check.ts'
import { readFiles, type SourceFile } from './source-files.ts'

const elapsed = /expect\(\s*(?:performance|Date)\.now\(\)\s*-[^\n]*\)\s*\.toBeLess/
/** Matches `const tookMs = performance.now() - started`, whatever it is compared with. */
const kept = /\b(?:const|let) (\w+) = (?:performance|Date)\.now\(\) - /

const files = await readFiles(/^(?:apps|packages|tools|e2e)\/.+\.test\.tsx?$/, { maxBytes: 1 << 20 })
if (files.length < 100) throw new Error(`only ${files.length} tests were seen`)
finishCheck('test-clocks', {
  findings: files.flatMap(findIn),
  seeds: seedFindings(),
  figures: { files: files.length },
})

function findIn({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      elapsed.test(line) || kept.test(line)
        ? [`${path}:${index + 1}: ${line.trim()}: use processor time or a count`]
        : [],
    )
}

function seedFindings(): Seed[] {
  const finds = (line: string) => findIn({ path: 'seeded.test.ts', text: line }).length === 1
  return [
    { what: 'upper bound', caught: finds('  expect(performance.now() - started).toBeLessThan(700)') },
    { what: 'upper bound by date', caught: finds('  expect(Date.now() - begin).toBeLessThanOrEqual(1_000)') },
    { what: 'kept duration', caught: finds('    const tookMs = performance.now() - started') },
    { what: 'lower bound, which is allowed,', caught: !finds('  expect(Date.now() - begin).toBeGreaterThan(40)') },
    {
      what: 'processor time, which is allowed,',
      caught: !finds('expect(process.cpuUsage(before).user).toBeLessThan(5)'),
    },
  ]
}
