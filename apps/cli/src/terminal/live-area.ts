/** Some lines at the bottom of a terminal that are drawn again and again; what is said meanwhile goes above them. */
import type { Output } from './output.ts'
import { fitLine, type Line } from './text.ts'

export interface LiveArea {
  draw(lines: readonly Line[]): void
  /** Above the area, for good. */
  say(line: Line): void
  /** Lets it stand as it is; the next one is drawn below. */
  leave(): void
}

export function createLiveArea(output: Pick<Output, 'raw' | 'rendered' | 'columns' | 'rows'>): LiveArea {
  let shown: readonly Line[] = []
  let drawn = 0
  const erase = () => (drawn === 0 ? '' : `\u001b[${drawn}A\r\u001b[J`)
  const put = (said: string) => {
    // One row less than there is: with the last one the terminal would scroll, and the cursor would not come back.
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
