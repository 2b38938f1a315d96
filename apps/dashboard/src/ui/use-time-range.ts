/** The state of a page's charts: their time range, the zoom, and whether they compare it with the period before. */
import { useEffect, useState } from 'react'
import {
  moveBy,
  previousOf,
  type RangeName,
  type Span,
  selectedSpan,
  spanOf,
  stepOf,
  zoomIn,
  zoomOut,
} from './time-range.ts'

const tickMs = 30_000

export interface TimeRange {
  range: RangeName
  span: Span
  previous: Span
  step: number
  isZoomed: boolean
  isCompared: boolean
  setRange(range: RangeName): void
  setCompared(isCompared: boolean): void
  zoomTo(span: Span): void
  zoomIn(): void
  zoomOut(): void
  move(direction: 'earlier' | 'later'): void
  reset(): void
}

export function useTimeRange(): TimeRange {
  const [range, setRange] = useState<RangeName>('1h')
  const [zoom, setZoom] = useState<Span | null>(null)
  const [isCompared, setCompared] = useState(false)
  const now = useNow()
  const span = zoom ?? spanOf(range, now)
  return {
    range,
    span,
    previous: previousOf(span),
    step: stepOf(span),
    isZoomed: zoom !== null,
    isCompared,
    setRange(next) {
      setRange(next)
      setZoom(null)
    },
    setCompared,
    zoomTo: (selected) => setZoom(selectedSpan(selected)),
    zoomIn: () => setZoom(zoomIn(span)),
    zoomOut: () => setZoom(zoomOut(span, now)),
    move: (direction) => setZoom(moveBy(direction, span, now)),
    reset: () => setZoom(null),
  }
}

function useNow(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1_000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1_000)), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
