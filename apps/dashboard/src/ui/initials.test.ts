import { describe, expect, it } from 'vitest'
import { hueOf, initialsOf } from './initials.ts'

describe('initialsOf', () => {
  it.each([
    ['Maya Lindqvist', 'ML'],
    ['Ada King Lovelace', 'AL'],
    ['priya', 'P'],
    ['ada.lovelace@example.com', 'AL'],
    ['roastery-api', 'RA'],
    ['Łukasz Żak', 'ŁŻ'],
    ['👩‍🚀 Astronaut', '👩A'],
    ['  ', '?'],
    ['', '?'],
  ])('%s: %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
})

describe('hueOf', () => {
  it('is the same for the same name, whatever its case', () => expect(hueOf('Maya')).toBe(hueOf(' maya')))
  it('differs between names', () => {
    const names = ['Maya', 'Priya', 'Tom', 'Ada', 'Grace', 'Linus', 'Ken', 'Barbara']
    expect(new Set(names.map(hueOf)).size).toBeGreaterThan(4)
  })
})
