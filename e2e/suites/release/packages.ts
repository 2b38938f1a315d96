import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, runProgram } from '../../fixtures/run.ts'
import type { Report } from '../../support/report.ts'
import type { MadeRelease } from './make.ts'

const timeoutMs = 300_000
/** The oldest supported one. */
const oldNode = '22.12.0'

/** The npm packages install into an empty folder, and the command line runs on the oldest Node that it names. */
export async function checkPackages({ folder, version }: MadeRelease, report: Report): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), 'longshore-npm-'))
  try {
    const packed = [`longshore-${version}.tgz`, `longshore-sdk-${version}.tgz`].map((name) => join(folder, name))
    const quiet = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts']
    const old = `node-linux-${process.arch}@${oldNode}`
    await mustRun(['npm', 'install', ...quiet, '--prefix', project, ...packed, old], { deadlineMs: timeoutMs })
    const cli = JSON.parse(await readFile(join(project, 'node_modules/longshore/package.json'), 'utf8'))
    report.expect(cli.version === version && cli.private === undefined, 'the package of the command line is not public')
    const own = await runProgram([join(project, 'node_modules/.bin/longshore'), '--version'])
    report.expect(own.stdout === `longshore ${version}\n`, `longshore --version prints ${own.stdout}${own.stderr}`)
    const node = join(project, `node_modules/node-linux-${process.arch}/bin/node`)
    const program = join(project, 'node_modules/longshore/longshore.mjs')
    const onOldest = await runProgram([node, program, '--version'])
    report.expect(onOldest.stdout === `longshore ${version}\n`, `on Node ${oldNode}: ${onOldest.stderr.slice(0, 500)}`)
  } finally {
    await rm(project, { recursive: true, force: true })
  }
}
