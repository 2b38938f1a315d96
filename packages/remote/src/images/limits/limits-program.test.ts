import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const sources = join(import.meta.dirname, '../../../../proxy/limits')
const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
)

// Machines without Go run the program in the suite of build limits.
test.skipIf(!hasGo)('the command that uses memory exits, and the idle one keeps running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ls-limits-'))
  try {
    const program = join(folder, 'limits')
    const env = { ...process.env, CGO_ENABLED: '0' }
    await run('go', ['build', '-C', sources, '-buildvcs=false', '-o', program, '.'], { env })
    await run(program, ['allocate'])
    await expect(run(program, ['hold'], { timeout: 300 })).rejects.toMatchObject({ killed: true })
    await expect(run(program, ['other'])).rejects.toMatchObject({ code: 2 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
