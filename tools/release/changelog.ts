/** Sections of CHANGELOG.md; pure. */

const unreleased = /^## \[Unreleased\]\n/m
const nextSection = /^## \[/m

interface Section {
  readonly start: number
  readonly bodyStart: number
  readonly end: number
  readonly body: string
}

export interface CutSection {
  readonly changelog: string
  readonly notes: string
  /** True if the section doesn't say what is new. A release can be tried then, but not published. */
  readonly isEmpty: boolean
}

/**
 * Turns the unreleased section into the one of the version. A section that is already written for the version, still without a
 * date, comes below it. The text becomes the release notes.
 */
export function cutSection(changelog: string, version: string, date: string): CutSection {
  const latest = findSection(changelog, unreleased)
  if (latest === undefined) throw new Error('CHANGELOG.md has no section [Unreleased]')
  const prepared = findSection(changelog, new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\]\\n`, 'm'))
  const written = [latest.body, prepared?.body ?? ''].filter((each) => each !== '').join('\n\n')
  const isEmpty = !/^- /m.test(written)
  const body = isEmpty ? 'No notable changes.' : written
  const older =
    prepared === undefined
      ? changelog.slice(latest.end)
      : changelog.slice(latest.end, prepared.start) + changelog.slice(prepared.end)
  const title = `## [${version}] - ${date}`
  const cut = `${changelog.slice(0, latest.bodyStart)}\n${title}\n\n${body}\n${older === '' ? '' : `\n${older}`}`
  return { changelog: cut, notes: `# Longshore ${version}\n\n${body}\n`, isEmpty }
}

function findSection(changelog: string, title: RegExp): Section | undefined {
  const found = title.exec(changelog)
  if (found === null) return undefined
  const bodyStart = found.index + found[0].length
  const next = nextSection.exec(changelog.slice(bodyStart))?.index
  const end = next === undefined ? changelog.length : bodyStart + next
  return { start: found.index, bodyStart, end, body: changelog.slice(bodyStart, end).trim() }
}
