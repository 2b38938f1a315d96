/** Converts points of series to lines on one time grid, for responses; pure. */
import type { Point } from './metric-block.policy.ts'
import type { MetricDefinition } from './metric-names.policy.ts'

export interface Line {
  values: (number | null)[]
  maxima: (number | null)[]
}
export type Lines = Record<string, Line>

export interface Grid {
  from: number
  step: number
  count: number
}

export function gridOf({ from, to }: { from: number; to: number }, step: number): Grid {
  const first = from - (from % step)
  return { from: first, step, count: Math.max(1, Math.ceil((to - first) / step)) }
}

/** Lines of one series. `points` have one value for each metric, or means followed by maxima. */
export function toLines(points: readonly Point[], grid: Grid, definitions: readonly MetricDefinition[]): Lines {
  const places = Map.groupBy(points, ({ at }) => Math.floor((at - grid.from) / grid.step))
  const width = definitions.length
  const lines = emptyLines(grid, definitions)
  for (const [place, group] of places) {
    if (place < 0 || place >= grid.count) continue
    definitions.forEach(({ name, unit, over }, column) => {
      const values = group.map((each) => each.values[column] ?? 0)
      const maxima = group.map((each) => each.values[each.values.length > width ? column + width : column] ?? 0)
      const sum = values.reduce((total, each) => total + each, 0)
      const line = lines[name]
      if (line === undefined) return
      line.values[place] = rounded(over === 'sum' ? sum : sum / values.length, unit)
      line.maxima[place] = rounded(Math.max(...maxima), unit)
    })
  }
  return lines
}

/** Sums several series into one; where only some have a value, these count. */
export function addLines(all: readonly Lines[]): Lines {
  const [first = {}, ...others] = all
  return others.reduce((sum, each) => {
    const names = Object.keys(sum)
    return Object.fromEntries(
      names.map((name) => [
        name,
        {
          values: add(sum[name]?.values, each[name]?.values),
          maxima: add(sum[name]?.maxima, each[name]?.maxima),
        },
      ]),
    )
  }, first)
}

export function emptyLines({ count }: Grid, definitions: readonly MetricDefinition[]): Lines {
  const nothing = () => Array.from<number | null>({ length: count }).fill(null)
  return Object.fromEntries(definitions.map(({ name }) => [name, { values: nothing(), maxima: nothing() }]))
}

function add(a: readonly (number | null)[] = [], b: readonly (number | null)[] = []): (number | null)[] {
  return a.map((value, index) => {
    const other = b[index] ?? null
    if (value === null || other === null) return value ?? other
    return value + other
  })
}

/** Rounds floating-point noise such as 0.1 + 0.2. */
function rounded(steps: number, unit: number): number {
  return unit < 1 ? Math.round(steps * unit * 1_000) / 1_000 : Math.round(steps * unit)
}
