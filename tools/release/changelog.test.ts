import { expect, test } from 'vitest'
import { cutSection } from './changelog.ts'

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [1.0.0] - 2025-01-01\n\n- An old thing.\n'

test('the unreleased section becomes the one of the version and the notes', () => {
  const cut = cutSection(changelog, '1.1.0', '2026-02-03')
  expect(cut.notes).toBe('# Longshore 1.1.0\n\n### Added\n\n- A thing.\n')
  expect(cut.changelog).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n### Added\n\n- A thing.\n\n## [1.0.0]')
})

test('a changelog without the section is refused', () => {
  expect(() => cutSection('# Changelog\n\n## [1.0.0]\n\n- Old.\n', '1.1.0', '2026-02-03')).toThrow('[Unreleased]')
})

test('an empty section is noticed, and none of an older version is taken for it', () => {
  const cut = cutSection('# Changelog\n\n## [Unreleased]\n\n## [1.0.0]\n\n- Old.\n', '1.1.0', '2026-02-03')
  expect(cut).toMatchObject({ isEmpty: true, notes: '# Longshore 1.1.0\n\nNo notable changes.\n' })
})

test('a section that is already written for the version gets its date, below what is unreleased', () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.2.0]\n\n- Written.\n\n## [0.1.0] - 2025-01-01\n\n- Old.\n'
  const cut = cutSection(text, '0.2.0', '2026-02-03')
  expect(cut.isEmpty).toBe(false)
  expect(cut.notes).toBe('# Longshore 0.2.0\n\n- New.\n\n- Written.\n')
  expect(cut.changelog).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n- New.\n\n- Written.\n\n## [0.1.0] - 2025-01-01\n\n- Old.\n',
  )
})
