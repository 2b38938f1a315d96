/** A small repository at a loopback URL, for tests that only need a readable one. It exists as long as the process. */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitServer } from '../fixtures/git-server.ts'
import { mustRun } from '../fixtures/run.ts'

let served: Promise<GitServer> | undefined

export async function sampleRepositoryUrl(): Promise<string> {
  served ??= serve()
  return (await served).url('ada/shop.git')
}

/** Has a template at the root, in two versions: branch `first`, and the default branch. */
export async function sampleTemplateUrl(): Promise<string> {
  served ??= serve()
  return (await served).url('ada/template.git')
}

async function serve(): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'longshore-sample-'))
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  await mkdir(join(root, 'bare/ada'), { recursive: true })
  // It has a Dockerfile, because a generated one names folders, which the sweeps would take for internal ones.
  await publish(root, 'shop', [{ Dockerfile: 'FROM nginx:1.29\nEXPOSE 8080\n' }])
  await publish(root, 'template', [templateFiles('1.28'), templateFiles('1.29')])
  return await GitServer.start({ root: join(root, 'bare') })
}

function templateFiles(version: string): Record<string, string> {
  const links = { website: 'https://n.example', documentation: 'https://n.example', source: 'https://n.example' }
  const template = {
    ...{ title: 'Sample', summary: 'Show a page.', category: 'websites', icon: { text: 'S', color: '#15171a' } },
    ...{ version, minimumMemoryMb: 64, links, web: 'web', inputs: [], data: [], updates: 'zero-downtime' },
  }
  return {
    'template.yaml': JSON.stringify(template),
    'compose.yaml': `services:\n  web:\n    image: nginx:${version}\n    ports: ["80"]\n`,
  }
}

/** One commit for each version of the files. */
async function publish(root: string, name: string, versions: readonly Record<string, string>[]): Promise<void> {
  const work = join(root, name)
  const git = ['git', '-C', work]
  const as = ['-c', 'user.name=Fixture', '-c', 'user.email=fixture@example.com', '-c', 'commit.gpgSign=false']
  await mkdir(work)
  await mustRun(['git', 'init', '--quiet', '--initial-branch=main', work])
  for (const [index, files] of versions.entries()) {
    for (const [file, content] of Object.entries(files)) await writeFile(join(work, file), content)
    await mustRun([...git, 'add', '--all'])
    await mustRun([...git, ...as, 'commit', '--quiet', '--message', `Version ${index + 1}`])
    if (index === 0 && versions.length > 1) await mustRun([...git, 'branch', 'first'])
  }
  await mustRun(['git', 'clone', '--quiet', '--bare', work, join(root, `bare/ada/${name}.git`)])
}
