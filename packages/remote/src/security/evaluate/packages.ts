import { type Evidence, linesOf, oncePerEvidence, textOf, Unreadable } from '../evidence.ts'

/** Every package that dpkg lists, with its state. Without dpkg itself, the list isn't valid. */
export const packagesOf = oncePerEvidence(readPackages)

function readPackages(evidence: Evidence): Map<string, string> {
  const packages = new Map<string, string>()
  for (const line of linesOf(textOf(evidence, 'packages'))) {
    const [name = '', state = '', ...rest] = line.split(' ')
    if (name === '' || state === '' || rest.length > 0) throw new Unreadable('the list of packages could not be parsed')
    packages.set(name, state)
  }
  if (packages.get('dpkg') !== 'installed') throw new Unreadable('the list of packages is not whole')
  return packages
}
