import { expect, test } from 'vitest'
import { cutSection } from './changelog.ts'

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [1.0.0] - 2025-01-01\n\n- An old thing.\n'

test('the unreleased section becomes the one of the version and the notes', () => {
  const cut = cutSection(changelog, '1.1.0', '2026-02-03')
  expect(cut.notes).toBe('# Longshore 1.1.0\n\n### Added\n\n- A thing.\n')
  expect(cut.changelog).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n### Added\n\n- A thing.\n\n## [1.0.0]')
})

test.each([
  ['no section', '# Changelog\n\n## [1.0.0]\n\n- Old.\n'],
  ['an empty section', '# Changelog\n\n## [Unreleased]\n\n## [1.0.0]\n\n- Old.\n'],
])('a changelog with %s is refused', (_, text) => {
  expect(() => cutSection(text, '1.1.0', '2026-02-03')).toThrow('[Unreleased]')
})
