/**
 * Repository analysis compared with a bare `git fetch --depth 1`; cost per file.
 *
 * @tier all
 * @budget 120
 * @alone
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeRemote } from '@longshore/source/analysis'
import { createGitSource, type GitSource } from '@longshore/source/git'
import { GitServer } from '../e2e/fixtures/git-server.ts'
import { createBare, createRepository, git as runGit } from '../e2e/fixtures/repository.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { percentile, Report } from '../e2e/support/report.ts'
import { sampleFiles } from './support/sample-repository.ts'

// Three rounds on a busy machine are less precise: there the limit only guards against a cost of another magnitude.
const bars = { timesFetch: isQuick ? 2 : 1.3, growthPerFile: 1.3 }
const rounds = isQuick ? 3 : 11
const sizes = isQuick ? [5_000, 20_000] : [5_000, 10_000, 20_000, 40_000]
const compared = 20_000
const report = new Report('analysis')

const folder = await mkdtemp(join(tmpdir(), 'bench-analysis-'))
try {
  await using server = await GitServer.start({ root: folder })
  await using git = createGitSource({
    resolve: async () => ['127.0.0.1'],
    mayUseHttp: () => true,
    runtimeDirectory: join(folder, 'runtime'),
  })
  const perFile = new Map<number, number>()
  for (const files of sizes) {
    const name = `sample-${files}.git`
    await createRepository(join(folder, name), sampleFiles(files))
    // Git providers store repositories like this.
    await runGit(join(folder, name), ['repack', '-adq'])
    perFile.set(files, await measure({ url: server.url(name), files, git }))
  }
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)]
  const growth = (perFile.get(largest) ?? Number.NaN) / (perFile.get(smallest) ?? Number.NaN)
  report.figure('growth_per_file', round2(growth))
  report.expect(growth <= bars.growthPerFile, `a file of ${largest} costs ${round2(growth)} times one of ${smallest}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
report.finish()

/** Milliseconds of an analysis per file. Rounds alternate, so that a busy machine affects both. */
async function measure({ url, files, git }: { url: string; files: number; git: GitSource }): Promise<number> {
  const times = { bare: [] as number[], ours: [] as number[], ratios: [] as number[] }
  let read = 0
  for (let round = 0; round < rounds; round += 1) {
    const bare = await fetchBare(url)
    const ours = await timed(async () => {
      const call = { ref: { branch: 'HEAD' }, rootDirectory: '.', signal: AbortSignal.timeout(120_000) } as const
      const result = await analyzeRemote(git, { url, credential: null }, call)
      report.expect(result.report.files.count === files, `${result.report.files.count} of ${files} files were listed`)
      read = result.report.files.read
    })
    times.bare.push(bare)
    times.ours.push(ours)
    times.ratios.push(ours / bare)
  }
  const ratio = percentile(times.ratios, 0.5)
  report.figure(`times_fetch_${files}`, round2(ratio))
  if (files === compared) {
    report.figure('fetch_ms', Math.round(percentile(times.bare, 0.5)))
    report.figure('analysis_ms', Math.round(percentile(times.ours, 0.5)))
    report.figure('files_read', read)
    report.expect(read > 0, 'the analysis read no file')
    report.expect(
      ratio <= bars.timesFetch,
      `an analysis takes ${round2(ratio)} times a bare fetch, wanted ${bars.timesFetch}`,
    )
  }
  return percentile(times.ours, 0.5) / files
}

/** Fetches with plain git into an existing empty repository. Returns milliseconds. */
async function fetchBare(url: string): Promise<number> {
  const target = join(folder, 'bare.git')
  await createBare(target)
  const args = ['--git-dir', target, 'fetch', '--quiet', '--depth', '1', url, 'HEAD']
  const ms = await timed(async () => {
    const [code] = await once(spawn('git', args, { stdio: 'inherit' }), 'exit')
    report.expect(code === 0, `git fetch ended with ${code}`)
  })
  await rm(target, { recursive: true })
  return ms
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
