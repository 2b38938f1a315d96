import { expect, test } from 'vitest'
import { findProgram, spawnProgram } from './spawn-program.ts'
import { endOf, endProgram, exitCodeOf, killGroup, sideOf } from './started-program.ts'

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin' }

test('finds installed programs only', () => {
  expect(findProgram('cat')).toMatch(/^\/.*\/cat$/)
  expect(findProgram('no-such-program')).toBeUndefined()
})

test('reports the exit code, and 255 for a program that does not exist', async () => {
  const child = spawnProgram(['false'], { environment })
  child.stdout.resume()
  child.stderr.resume()
  expect(await exitCodeOf(child)).toBe(1)
  const missing = spawnProgram(['/no-such-program'], { environment })
  expect(await endOf(missing)).toEqual({ code: null, signal: null })
})

test('ends a program by TERM, and a group by KILL', async () => {
  const first = spawnProgram(['sleep', '60'], { environment })
  await endProgram(first)
  expect(await endOf(first)).toEqual({ code: null, signal: 'SIGTERM' })
  const second = spawnProgram(['sleep', '60'], { environment })
  await killGroup(second)
  expect(await endOf(second)).toEqual({ code: null, signal: 'SIGKILL' })
})

test('has a side socket only when asked for', async () => {
  const plain = spawnProgram(['cat'], { environment })
  const withSide = spawnProgram(['cat'], { environment, hasSide: true })
  expect(sideOf(plain)).toBeNull()
  expect(sideOf(withSide)).not.toBeNull()
  await Promise.all([killGroup(plain), killGroup(withSide)])
})
