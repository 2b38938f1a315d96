/** Vertical lines in a plot, such as deployments. */
import type UPlot from 'uplot'

export interface PlotMarker {
  atSeconds: number
  /** A few characters above the line. */
  label: string
  /** Shown while the cursor is near the line. */
  detail: string
  isBad?: boolean | undefined
}

const nearPixels = 8
const labelPixels = 34

/** The marker closest to the cursor. Undefined: none is near. */
export function markerNear(
  markers: readonly PlotMarker[],
  cursor: { atSeconds: number; secondsPerPixel: number },
): PlotMarker | undefined {
  const distance = ({ atSeconds }: PlotMarker) => Math.abs(atSeconds - cursor.atSeconds)
  const [closest] = markers.toSorted((a, b) => distance(a) - distance(b))
  return closest !== undefined && distance(closest) <= nearPixels * cursor.secondsPerPixel ? closest : undefined
}

export function drawMarkers(plot: UPlot, markers: readonly PlotMarker[], color: (name: string) => string): void {
  const { ctx, bbox } = plot
  const scale = globalThis.devicePixelRatio
  let labelsEnd = Number.NEGATIVE_INFINITY
  ctx.save()
  ctx.font = `${10 * scale}px Geist, system-ui, sans-serif`
  ctx.textAlign = 'center'
  ctx.lineWidth = scale
  ctx.setLineDash([3 * scale, 3 * scale])
  for (const { atSeconds, label, isBad } of markers.toSorted((a, b) => a.atSeconds - b.atSeconds)) {
    const x = plot.valToPos(atSeconds, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = color(isBad === true ? 'bad' : 'ink-faint')
    ctx.fillStyle = ctx.strokeStyle
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    // A label that would cover the one before it is left out; the list below the charts has all of them.
    if (x - labelsEnd < labelPixels * scale) continue
    ctx.fillText(label, x, bbox.top - 4 * scale)
    labelsEnd = x
  }
  ctx.restore()
}
