import { expect, it } from 'vitest'
import { appMemoryBytes } from './app-memory.ts'

const mebibyte = 1024 ** 2

it.each([
  [960, false, 704],
  [2_048, false, 1_536],
  [2_048, true, 1_228],
  [8_192, false, 7_168],
  [8_192, true, 6_656],
  [256, true, 128],
])('leaves apps of a server with %i MiB (home: %s) %i MiB', (total, isHome, wanted) => {
  expect(Math.floor(appMemoryBytes(total * mebibyte, { isHome }) / mebibyte)).toBe(wanted)
})
