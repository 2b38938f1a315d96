/**
 * The image of the newest earlier commit that changed the server and can be installed in the same way. A checkout without history has
 * none: then the same sources are built again with another mark, so that at least every part is replaced.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../fixtures/run.ts'
import { buildServerImage, copyCheckout } from '../../fixtures/server-image.ts'
import { option } from '../../support/command-line.ts'

const root = join(import.meta.dirname, '../../..')
const needed = 'apps/server/src/commands/init-folder.ts'
const tag = 'longshore-server:earlier'

export async function ensureEarlierImage(): Promise<{ image: string; commit: string }> {
  const context = await mkdtemp(join(tmpdir(), 'longshore-earlier-'))
  try {
    const commit = option('from') ?? (await findEarlier())
    if (commit === null) {
      await copyCheckout(context)
      const notice = join(context, 'NOTICE')
      await writeFile(notice, `${await readFile(notice, 'utf8')}\nBuilt once more.\n`)
    } else await unpack(commit, context)
    await buildServerImage(context, tag)
    return { image: tag, commit: commit?.slice(0, 10) ?? 'same' }
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}

async function findEarlier(): Promise<string | null> {
  const log = await runProgram(['git', '-C', root, 'log', '--format=%H', '--skip=1', '-n', '30', '--', 'apps/server'])
  for (const commit of log.stdout.split('\n').filter((each) => each !== '')) {
    const found = await runProgram(['git', '-C', root, 'cat-file', '-e', `${commit}:${needed}`])
    if (found.exitCode === 0) return commit
  }
  return null
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'archive.tar')
  for (const args of [
    ['git', '-C', root, 'archive', '--output', archive, commit],
    ['tar', '-xf', archive, '-C', folder],
    ['rm', archive],
  ]) {
    const output = await runProgram(args, { deadlineMs: 120_000 })
    if (output.exitCode !== 0) throw new Error(output.stderr)
  }
}
