/** Checks which settings of containers go together. Pure. */
import type { ContainerOptions } from '@longshore/analyzer/container'

interface Fields {
  command: unknown
  container: ContainerOptions | null
  files: readonly { path: string }[]
  volumes: readonly { path: string }[]
}

interface Fault {
  path: string
  message: string
}

export function findContainerFaults({ command, container, files, volumes }: Fields): Fault[] {
  const faults: Fault[] = []
  const folders = container?.memoryFolders.map(({ path }) => path) ?? []
  if (typeof command === 'string' && container?.entrypoint != null)
    faults.push({
      path: 'command',
      message: 'must be a list of arguments when container.entrypoint is set: a shell would replace the entrypoint',
    })
  const mounted = [...volumes.map(({ path }) => path), ...folders]
  const twice = mounted.find((path, index) => mounted.indexOf(path) !== index)
  if (twice !== undefined) faults.push({ path: 'container', message: `has two folders at ${twice}` })
  for (const { path } of files) {
    if (mounted.includes(path)) faults.push({ path: 'files', message: `has a file at ${path}, where a folder is` })
    // Longshore writes files before the container starts, and memory folders are empty at each start.
    const folder = folders.find((each) => path.startsWith(`${each}/`))
    if (folder !== undefined)
      faults.push({ path: 'files', message: `has ${path} below ${folder}, which is empty after each start` })
    if (container?.readOnly === true && !volumes.some((volume) => path.startsWith(`${volume.path}/`)))
      faults.push({
        path: 'files',
        message: `has ${path}, which Docker can't write because container.readOnly is set. Use a volume, or build the file into the image`,
      })
  }
  return faults
}
