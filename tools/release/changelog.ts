/** Sections of CHANGELOG.md; pure. */

const unreleased = /^## \[Unreleased\]\n/m
const nextSection = /^## \[/m

/** Turns the unreleased section into the one of the version. Its text becomes the release notes. */
export function cutSection(changelog: string, version: string, date: string): { changelog: string; notes: string } {
  const found = unreleased.exec(changelog)
  if (found === null) throw new Error('CHANGELOG.md has no section [Unreleased]')
  const start = found.index + found[0].length
  const rest = changelog.slice(start)
  const body = rest.slice(0, nextSection.exec(rest)?.index ?? rest.length)
  if (!/^- /m.test(body)) throw new Error('the section [Unreleased] of CHANGELOG.md is empty')
  const title = `## [${version}] - ${date}\n`
  return {
    changelog: `${changelog.slice(0, start)}\n${title}${rest}`,
    notes: `# Longshore ${version}\n\n${body.trim()}\n`,
  }
}
