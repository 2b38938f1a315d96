/** Names of volumes in Longshore: lower-case, at most 63 characters, and different for different volumes of a file. */

export interface VolumeNames {
  ofVolume(name: string): string
  /** `path` identifies a folder that becomes a volume. */
  ofFolder(path: string): string
}

const maxLength = 63

/** `stated` are the names of volumes in the file, which folders don't take. */
export function createVolumeNames(stated: Iterable<string>): VolumeNames {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const give = (id: string, wanted: string) => {
    const name = names.get(id) ?? free(toVolumeName(wanted), taken)
    names.set(id, name)
    taken.add(name)
    return name
  }
  for (const name of stated) give(`volume ${name}`, name)
  return {
    ofVolume: (name) => give(`volume ${name}`, name),
    ofFolder: (path) => give(`folder ${path}`, path.slice(path.lastIndexOf('/') + 1)),
  }
}

function toVolumeName(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, '-')
  const name = plain.replace(/^[^a-z0-9]+/, '').slice(0, maxLength)
  return name === '' ? 'data' : name
}

function free(name: string, taken: ReadonlySet<string>): string {
  let found = name
  for (let number = 2; taken.has(found); number += 1) found = `${name.slice(0, maxLength - 6)}-${number}`
  return found
}
