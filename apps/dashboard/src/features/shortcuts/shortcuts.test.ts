import { describe, expect, it } from 'vitest'
import { createKeyReader, environmentShortcuts, type KeyPress, pageShortcuts } from './shortcuts.ts'

const environment = '/environments/env_1/logs'
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, timeStamp: 0 },
  ...more,
})

/** Results of pressing these keys one after another. */
function read(path: string, ...presses: readonly KeyPress[]) {
  const reader = createKeyReader()
  return presses.map((each) => reader(each, path)).at(-1)
}

describe('createKeyReader', () => {
  it('opens pages by two keys', () => {
    expect(read('/', press('g'), press('s'))).toEqual({ kind: 'open', to: '/servers' })
    expect(read('/', press('g'), press('g'))).toEqual({ kind: 'open', to: '/git' })
  })

  it('opens pages of the current environment, and only there', () => {
    expect(read(environment, press('g'), press('v'))).toEqual({ kind: 'open', to: '/environments/env_1/variables' })
    expect(read('/servers', press('g'), press('v'))).toBeUndefined()
  })

  it('shows the help by a question mark', () => {
    expect(read('/', press('?'))).toEqual({ kind: 'help' })
  })

  it('ignores single letters, late second keys, and unknown ones', () => {
    expect(read('/', press('s'))).toBeUndefined()
    expect(read('/', press('g'), press('s', { timeStamp: 1_501 }))).toBeUndefined()
    expect(read('/', press('g'), press('x'), press('s'))).toBeUndefined()
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
    'ignores keys with %o',
    (more) => {
      expect(read('/', press('?', more))).toBeUndefined()
      expect(read('/', press('g', more), press('s'))).toBeUndefined()
      expect(read('/', press('g'), press('s', more))).toBeUndefined()
    },
  )
})

it('no key means two things', () => {
  const keys = [...pageShortcuts, ...environmentShortcuts(environment)].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
