/** The table of a run, as the documentation has it. */
import { sides } from './start-proxies.ts'

interface Row {
  /** One value for each side, in the order of `sides`. */
  readonly values: readonly number[]
  readonly digits: number
  readonly toCaddy: number
  readonly toNginx: number
}

export interface Table {
  add(what: string, row: Row): void
  print(): void
}

export function createTable(): Table {
  const rows: string[] = []
  return {
    add(what, { values, digits, toCaddy, toNginx }) {
      const cells = values.map((value) => value.toFixed(digits))
      rows.push(`| ${[what, ...cells, toCaddy.toFixed(2), toNginx.toFixed(2)].join(' | ')} |`)
    },
    print() {
      if (rows.length === 0) return
      console.error(`| measured | ${sides.join(' | ')} | ours / caddy | ours / nginx |`)
      console.error(`| --- |${' ---: |'.repeat(sides.length + 2)}`)
      for (const row of rows) console.error(row)
    },
  }
}
