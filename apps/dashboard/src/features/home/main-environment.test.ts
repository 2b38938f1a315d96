import type { EnvironmentSummary } from '@longshore/sdk'
import { describe, expect, it } from 'vitest'
import { mainEnvironment, shownEnvironments } from './main-environment.ts'

const preview = { number: 7, url: 'https://forge.example.com/7', expiresAt: '2026-01-09T00:00:00Z' }

function environment(name: string, day: number, more: Partial<EnvironmentSummary> = {}): EnvironmentSummary {
  const at = `2026-01-0${day}T00:00:00Z`
  const base = { branch: null, serverId: null, status: 'live', preview: null, createdAt: at, updatedAt: at } as const
  return { id: name, name, slug: name, ...base, ...more }
}

describe('environments of a project card', () => {
  it('are the oldest permanent ones, and previews are counted', () => {
    const all = [environment('c', 3), environment('pr', 5, { preview }), environment('a', 1), environment('b', 2)]
    const { shown, hiddenCount, previewCount } = shownEnvironments(all, 2)
    expect(shown.map(({ name }) => name)).toEqual(['a', 'b'])
    expect([hiddenCount, previewCount]).toEqual([1, 1])
  })

  it('show the permanent one with the latest activity', () => {
    const all = [
      environment('idle', 4, { status: 'idle' }),
      environment('pr', 5, { preview }),
      environment('a', 1),
      environment('b', 2),
    ]
    expect(mainEnvironment(all)?.name).toBe('b')
    expect(mainEnvironment([])).toBeUndefined()
  })
})
