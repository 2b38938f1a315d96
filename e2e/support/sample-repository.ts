/** A small repository at a loopback URL, for tests that only need a readable one. It exists as long as the process. */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitServer } from '../fixtures/git-server.ts'
import { mustRun } from '../fixtures/run.ts'

let served: Promise<string> | undefined

export function sampleRepositoryUrl(): Promise<string> {
  served ??= serve()
  return served
}

async function serve(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'longshore-sample-'))
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  const work = join(root, 'work')
  await mkdir(work)
  // It has a Dockerfile, because a generated one names folders, which the sweeps would take for internal ones.
  await writeFile(join(work, 'Dockerfile'), 'FROM nginx:1.29\nEXPOSE 8080\n')
  const as = ['-c', 'user.name=Fixture', '-c', 'user.email=fixture@example.com', '-c', 'commit.gpgSign=false']
  await mustRun(['git', 'init', '--quiet', '--initial-branch=main', work])
  await mustRun(['git', '-C', work, 'add', '--all'])
  await mustRun(['git', '-C', work, ...as, 'commit', '--quiet', '--message', 'First'])
  await mkdir(join(root, 'bare/ada'), { recursive: true })
  await mustRun(['git', 'clone', '--quiet', '--bare', work, join(root, 'bare/ada/shop.git')])
  const server = await GitServer.start({ root: join(root, 'bare') })
  return server.url('ada/shop.git')
}
