import type { RuntimeLine } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { jointOf, newLines, toPieces } from './runtime-lines.ts'

const line = (text: string, at: string): RuntimeLine => ({
  text,
  at,
  stream: 'stdout',
  service: 'web',
  container: 'c1',
  deploymentId: null,
})
const early = '2026-11-16T10:00:00.000Z'
const late = '2026-11-16T10:00:01.000Z'

it('reverses a page', () => {
  expect(toPieces([line('b', late), line('a', early)]).map(({ text }) => text)).toEqual(['a', 'b'])
})

it('shows read and streamed lines once, including equal lines', () => {
  const joint = jointOf([line('x', late), line('x', late), line('a', early)], early)
  expect(joint.since).toBe(late)
  const batch = (texts: string[]) => ({
    service: 'web',
    container: 'c1',
    deploymentId: null,
    lines: texts.map((text) => ({ text, at: late, stream: 'stdout' as const })),
  })
  expect(newLines(batch(['x', 'x', 'x', 'y']), joint).map(({ text }) => text)).toEqual(['x', 'y'])
})

it('starts at the given time if nothing was read', () => {
  expect(jointOf([], early)).toEqual({ since: early, known: new Map() })
})
