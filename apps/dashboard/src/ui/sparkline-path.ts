/** SVG path of a sparkline, with gaps where values are missing. */
export interface SparkBox {
  width: number
  height: number
  /** Value at the top. Default: the highest value. */
  top?: number | undefined
}

export function sparkPath(values: readonly (number | null)[], { width, height, top }: SparkBox): string {
  const highest = top ?? Math.max(0, ...values.filter((value) => value !== null))
  const stepX = values.length > 1 ? width / (values.length - 1) : 0
  const toY = (value: number) => height - (highest === 0 ? 0 : Math.min(value / highest, 1) * height)
  let path = ''
  let isDrawing = false
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${isDrawing ? 'L' : 'M'}${round(index * stepX)} ${round(toY(value))}`
    isDrawing = value !== null
  }
  return path
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The area below the line, one piece for each run of values. */
export function sparkArea(values: readonly (number | null)[], size: SparkBox): string {
  const runs = sparkPath(values, size).split('M').slice(1)
  return runs.map((run) => `M${run}L${xOf(run.split('L').at(-1))} ${size.height}L${xOf(run)} ${size.height}Z`).join('')
}

function xOf(point = ''): string {
  return point.split(' ', 1)[0] ?? ''
}
