import { expect, it } from 'vitest'
import { markerNear } from './plot-markers.ts'

const marker = (atSeconds: number) => ({ atSeconds, label: `#${atSeconds}`, detail: '' })

it('finds the closest marker within a few pixels', () => {
  const markers = [marker(100), marker(130)]
  expect(markerNear(markers, { atSeconds: 120, secondsPerPixel: 10 })?.label).toBe('#130')
  expect(markerNear(markers, { atSeconds: 400, secondsPerPixel: 10 })).toBeUndefined()
  expect(markerNear([], { atSeconds: 400, secondsPerPixel: 10 })).toBeUndefined()
})
