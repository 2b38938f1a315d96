/**
 * The behavior of the railpack program that Longshore relies on. The stand-in always runs; the real one runs if
 * `RAILPACK_DIRECTORY` contains it and the version resolver was already downloaded.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dockerfileOf } from './plan-build.ts'
import { prepareArgs, railpackVersion } from './prepare-dockerfile.ts'

const fake = join(import.meta.dirname, 'testing/railpack-stand-in.mjs')
const architecture = arch() === 'x64' ? 'amd64' : arch()
const real = join(process.env.RAILPACK_DIRECTORY ?? '/nonexistent', `railpack-${architecture}`)
const missing = !existsSync(real)
  ? 'set RAILPACK_DIRECTORY to the output of bin/railpack'
  : existsSync('/tmp/railpack/mise')
    ? null
    : 'its version resolver mise is not in /tmp/railpack/mise, and the test does not download it'
if (missing !== null) console.info(`the real railpack program is left out: ${missing}`)

const preparing = { installCommand: null, buildCommand: null, needsStart: true, keys: ['TOKEN'], variablesHash: 'abc' }

test('bin/railpack builds the expected release', async () => {
  const script = await readFile(join(import.meta.dirname, '../../../../../bin/railpack'), 'utf8')
  expect(script).toContain(`version=${railpackVersion}\n`)
})

describe.each([
  { name: 'the stand-in', program: [process.execPath, fake], isLeftOut: false },
  { name: `railpack ${railpackVersion}`, program: [real], isLeftOut: missing !== null },
])('$name', ({ program, isLeftOut }) => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ls-railpack-'))
    await mkdir(join(folder, 'app'))
    await mkdir(join(folder, 'empty'))
    await writeFile(join(folder, 'app/start.sh'), '#!/bin/sh\necho hello\n')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = async (args: string[]) => {
    const [file = '', ...before] = program
    const options = { env: { PATH: process.env.PATH, TOKEN: 'sentinel-of-the-token', NO_COLOR: '1' }, timeout: 60_000 }
    return await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(file, [...before, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, output: `${stdout}${stderr}` }),
      ),
    )
  }

  test.skipIf(isLeftOut)('prints its version', async () => {
    expect((await run(['--version'])).output).toContain(railpackVersion)
  })

  test.skipIf(isLeftOut)('writes a buildable plan with names of variables and without values', async () => {
    const plan = join(folder, 'out/plan.json')
    const { code, output } = await run(prepareArgs(preparing, { directory: join(folder, 'app'), plan }))
    expect({ code, output }).toMatchObject({ code: 0 })
    const text = await readFile(plan, 'utf8')
    expect(JSON.parse(text).secrets).toContain('TOKEN')
    expect(text + output).not.toContain('sentinel')
    const created = dockerfileOf(text, { secrets: [['TOKEN', 'x']], railpack: { variablesHash: 'abc' } }).text
    expect(created).toContain('--mount=type=secret,id=TOKEN,env=TOKEN ["chmod","+x","start.sh"]')
    expect(created).toContain('CMD ["/bin/bash","-c","sh start.sh"]')
  })

  test.skipIf(isLeftOut)('passes commands unchanged', async () => {
    const plan = join(folder, 'out/commands.json')
    const withCommands = { ...preparing, installCommand: 'echo $A', buildCommand: 'echo "b c" && true' }
    expect((await run(prepareArgs(withCommands, { directory: join(folder, 'app'), plan }))).code).toBe(0)
    const { text } = dockerfileOf(await readFile(plan, 'utf8'), { secrets: [], railpack: { variablesHash: 'abc' } })
    expect(text).toContain('["sh","-c","echo \\"b c\\" && true"]')
  })

  test.skipIf(isLeftOut)('fails with 1 when it does not recognize the folder', async () => {
    const plan = join(folder, 'out/empty.json')
    const { code } = await run(prepareArgs(preparing, { directory: join(folder, 'empty'), plan }))
    expect({ code, isWritten: existsSync(plan) }).toEqual({ code: 1, isWritten: false })
  })
})
