import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const program = `
  import { startProgram } from ${JSON.stringify(join(import.meta.dirname, 'programs.ts'))}
  const agent = startProgram('ssh-agent', ['-D', '-a', process.argv[1]])
  agent.stdout.once('data', () => console.log(agent.pid))
`

test('programs end with the worker, even when it is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ls-'))
  const args = ['--input-type=module', '--eval', program, join(folder, 'a')]
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    worker.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const [line] = await once(worker.stdout, 'data')
  const pid = Number(String(line))
  expect(await nameOf(pid)).toBe('ssh-agent')

  worker.kill('SIGKILL')

  await expect.poll(() => nameOf(pid), { timeout: 5_000 }).toBe('')
})

async function nameOf(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
