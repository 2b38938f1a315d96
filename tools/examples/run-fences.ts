/**
 * Runs the blocks of a page that are marked with `run`, in order. Bash runs each as a file that stops at the first
 * failure, in a new directory with its own home folder. Blocks with a file name are written there first, so a page
 * shows a file and then uses it.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../source-files.ts'
import type { Fence } from './fences.ts'

const timeoutMs = 60_000

/** Returns failures with their location. */
export async function runFences(fences: readonly Fence[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-example-'))
  try {
    const home = join(folder, 'home')
    const work = join(folder, 'work')
    await mkdir(join(home, 'bin'), { recursive: true })
    await mkdir(work)
    await symlink(join(root, 'bin/longshore'), join(home, 'bin/longshore'))
    const failures: string[] = []
    for (const [index, fence] of fences.entries()) {
      const name = fileOf(fence)
      if (name !== undefined) {
        await mkdir(dirname(join(work, name)), { recursive: true })
        await writeFile(join(work, name), `${fence.text}\n`)
      }
      if (!isRun(fence)) continue
      const script = join(home, `${index}.sh`)
      await writeFile(script, fence.text)
      const failure = await runScript(script, work, home)
      if (failure !== undefined) failures.push(`${fence.page}:${fence.line}: ${failure}`)
    }
    return failures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function isRun(fence: Fence): boolean {
  return fence.language === 'sh' && fence.args.includes('run')
}

/** Path in the directory of the page: relative, and never outside of it. */
export function fileOf({ args }: Fence): string | undefined {
  const name = args.find((word) => /^[\w.-]+(?:\/[\w.-]+)*\.\w+$/.test(word) || word === 'Dockerfile')
  return name?.split('/').includes('..') === true ? undefined : name
}

async function runScript(script: string, cwd: string, home: string): Promise<string | undefined> {
  // Nothing of the user who runs the check: neither sign-ins nor settings.
  const env = {
    PATH: [join(home, 'bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    HOME: home,
    LONGSHORE_CACHE: process.env.LONGSHORE_CACHE ?? '',
    NO_COLOR: '1',
  }
  const args = ['-euo', 'pipefail', script]
  return await new Promise((resolve) => {
    const child = execFile('bash', args, { cwd, env, timeout: timeoutMs }, (error, stdout, stderr) => {
      resolve(error === null ? undefined : `exit code ${error.code ?? error.signal}: ${lastLines(stdout + stderr)}`)
    })
    child.stdin?.end()
  })
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join(' | ')
}
