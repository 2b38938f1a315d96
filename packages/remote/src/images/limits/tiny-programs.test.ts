import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tinyPrograms } from './tiny-programs.ts'

const own = process.arch === 'x64' ? 'amd64' : process.arch
const run = promisify(execFile)

test('the memory-hungry program exits, the idle one does not', async () => {
  const programs = tinyPrograms(own)
  if (programs === undefined) throw new Error(`no programs for ${own}`)
  const folder = await mkdtemp(join(tmpdir(), 'ls-tiny-'))
  try {
    const [hold, eat] = [join(folder, 'hold'), join(folder, 'eat')]
    await Promise.all([writeFile(hold, programs.hold), writeFile(eat, programs.eat)])
    await Promise.all([chmod(hold, 0o755), chmod(eat, 0o755)])
    await run(eat, [])
    await expect(run(hold, [], { timeout: 300 })).rejects.toMatchObject({ killed: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('returns undefined for an architecture without programs', () => expect(tinyPrograms('riscv64')).toBeUndefined())
