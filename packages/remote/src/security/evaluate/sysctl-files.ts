/** Settings from the files in sysctl.d at the next boot, in the order in which systemd reads them. */
import { type Evidence, linesOf, oncePerEvidence, sectionsOf, Unreadable, wholeOf } from '../evidence.ts'

export interface Assignment {
  file: string
  key: string
  value: string
}

const folders = ['/usr/lib/sysctl.d/', '/usr/local/lib/sysctl.d/', '/run/sysctl.d/', '/etc/sysctl.d/']
const mainFile = '/etc/sysctl.conf'

export const assignmentsOf = oncePerEvidence(readAssignments)

function readAssignments(evidence: Evidence): Assignment[] {
  const { text, errors } = wholeOf(evidence, 'sysctlFiles')
  const unread = linesOf(errors).find((line) => !line.endsWith('No such file or directory'))
  if (unread !== undefined) throw new Unreadable(`files under sysctl.d could not be read: ${unread}`)
  const files = sectionsOf(text)
  return orderFiles([...files.keys()]).flatMap((file) =>
    linesOf(files.get(file) ?? '').flatMap((line) => {
      const at = line.indexOf('=')
      if (at < 0) return []
      return [{ file, key: line.slice(0, at).trim().replaceAll('/', '.'), value: line.slice(at + 1).trim() }]
    }),
  )
}

/**
 * Sorts by name, whatever the folder. Of two files with the same name, the folder that comes later in the list counts.
 */
function orderFiles(files: readonly string[]): string[] {
  const chosen = new Map<string, string>()
  const rank = (file: string) => folders.findIndex((folder) => file.startsWith(folder))
  for (const file of [...files].filter((each) => each !== mainFile).sort((a, b) => rank(a) - rank(b))) {
    chosen.set(file.slice(file.lastIndexOf('/') + 1), file)
  }
  return [...chosen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, file]) => file)
    .concat(files.includes(mainFile) ? [mainFile] : [])
}

/** The last value of the folders, and that of /etc/sysctl.conf: some tools read it last, some not at all. */
export function persistedValues(assignments: readonly Assignment[], key: string): Assignment[] {
  const exact = assignments.filter((each) => each.key === key || each.key === `-${key}`)
  const ofKey = exact.length > 0 ? exact : assignments.filter((each) => isPatternFor(each.key, key))
  const inFolders = ofKey.filter(({ file }) => file !== mainFile).at(-1)
  const inMain = ofKey.filter(({ file }) => file === mainFile).at(-1)
  return [inFolders, inMain].filter((each) => each !== undefined)
}

/** In `net.ipv4.conf.*.rp_filter`, a star matches one part. */
function isPatternFor(pattern: string, key: string): boolean {
  if (!pattern.includes('*')) return false
  const parts = (pattern.startsWith('-') ? pattern.slice(1) : pattern).split('.')
  const names = key.split('.')
  return parts.length === names.length && parts.every((part, index) => part === '*' || part === names[index])
}
