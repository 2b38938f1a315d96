/** A log as verbose builds write it: colors, progress, lines of many lengths, and some hostile ones. */
export const lineCount = 100_000
const needleEvery = 1_000
export const needleCount = lineCount / needleEvery

export const hostileLines = [
  '<img src=x onerror="globalThis.pwned = 1">hostile',
  '<script>globalThis.pwned = 1</script>hostile',
  'hostile \u202Egnp.exe\u202C',
  'hostile \u001b]8;;javascript:globalThis.pwned=1\u0007link\u001b]8;;\u0007 \u001b[2J\u001b[1;1H\u001b]0;title\u0007',
  'hostile \u0000\u0001\u0008\u009b31m',
]

/** Splits the log into chunks of at most 16 kB, as the worker stores them. */
export function* samplePieces(): Generator<string> {
  let piece = ''
  for (let number = 1; number <= lineCount; number += 1) {
    const line = `${sampleLine(number)}\n`
    if (piece.length + line.length > 16_000) {
      yield piece
      piece = ''
    }
    piece += line
  }
  yield piece
}

export function sampleLine(number: number): string {
  if (number % needleEvery === 0) return `found a Needle at ${number}`
  if (number <= hostileLines.length) return hostileLines[number - 1] ?? ''
  if (number % 7 === 0)
    return `\u001b[32m✓\u001b[0m \u001b[1mcompiled\u001b[22m src/features/part-${number}.ts \u001b[90min ${number % 90} ms\u001b[39m`
  if (number % 50 === 0) return `\u001b[33mwarning\u001b[0m: ${'a long line that goes on '.repeat(8)}${number}`
  return `#12 ${(number / 100).toFixed(2)} added package-${number}@${number % 10}.${number % 100}.0 from the registry`
}
