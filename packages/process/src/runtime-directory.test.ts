import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRuntimeDirectory, removeRuntimeDirectory } from './runtime-directory.ts'

const long = new Date(Date.now() - 100_000)
/** No process has it: the largest id on Linux is 4194304. */
const noProcess = 4_194_305

async function folderWith(...names: string[]): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'ls-test-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  for (const name of names) {
    await mkdir(join(parent, name))
    await utimes(join(parent, name), long, long)
  }
  return parent
}

test('removes what a killed process left, also one that had our process id', async () => {
  const parent = await folderWith(`ls-${noProcess}-abcdef`, `ls-${process.pid}-abcdef`)
  const folder = await createRuntimeDirectory({ parent, prefix: 'ls', leftAfterMs: 10_000 })
  expect(await readdir(parent)).toEqual([basename(folder)])
})

test('keeps our own folders, those of running processes, recent ones, and those of other users', async () => {
  const names = [`ls-${process.ppid}-abcdef`, `ls-source-${noProcess}-abcdef`, 'ls-x', 'other']
  const parent = await folderWith(...names)
  const options = { parent, prefix: 'ls', leftAfterMs: 10_000 }
  const own = await createRuntimeDirectory(options)
  await utimes(own, long, long)
  await mkdir(join(parent, `ls-${noProcess}-recent`))
  await createRuntimeDirectory(options)
  expect(await readdir(parent)).toEqual(expect.arrayContaining([...names, basename(own), `ls-${noProcess}-recent`]))
  await removeRuntimeDirectory(own)
  expect(await readdir(parent)).not.toContain(basename(own))
})
