/** Lines at the bottom of a terminal that are redrawn. Other output appears above them. */
import type { Output } from './output.ts'
import { fitLine, type Line } from './text.ts'

export interface LiveArea {
  draw(lines: readonly Line[]): void
  /** Prints a line above the area. */
  say(line: Line): void
  /** Keeps the current lines; the next drawing starts below. */
  leave(): void
}

export function createLiveArea(output: Pick<Output, 'raw' | 'rendered' | 'columns' | 'rows'>): LiveArea {
  let shown: readonly Line[] = []
  let drawn = 0
  const erase = () => (drawn === 0 ? '' : `\u001b[${drawn}A\r\u001b[J`)
  const put = (said: string) => {
    // One row less than the terminal has: using the last row would scroll, and the cursor couldn't return.
    const lines = shown.slice(0, Math.max(1, output.rows - 1))
    const text = lines.map((line) => `${output.rendered(fitLine(line, output.columns))}\n`).join('')
    output.raw(`${erase()}${said}${text}`)
    drawn = lines.length
  }
  return {
    draw(lines) {
      shown = lines
      put('')
    },
    say(line) {
      put(`${output.rendered(line)}\n`)
    },
    leave() {
      shown = []
      drawn = 0
    },
  }
}
