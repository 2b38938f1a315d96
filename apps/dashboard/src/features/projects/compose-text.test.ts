import { expect, test } from 'vitest'
import { composeFault, keepCompose, keptCompose, lineAt } from './compose-text.ts'

test('keeps the text of each project', () => {
  keepCompose('prj_1', 'services: {}')
  keepCompose('prj_2', undefined)
  expect(keptCompose('prj_1')).toBe('services: {}')
  expect(keptCompose('prj_2')).toBe('')
})

test('shows the line that a warning names', () => {
  const compose = 'services:\r\n  web:\n    image: [nginx'
  expect(lineAt(compose, 2)).toBe('  web:')
  expect(lineAt(compose, 3)).toBe('    image: [nginx')
  expect(lineAt(compose, 4)).toBeNull()
  expect(lineAt(compose, null)).toBeNull()
})

test('finds the warning about the whole file', () => {
  const fault = { code: 'compose_unreadable', line: 3 }
  expect(composeFault([{ code: 'unknown_key', line: 1 }, fault])).toBe(fault)
  expect(composeFault([])).toBeUndefined()
})
