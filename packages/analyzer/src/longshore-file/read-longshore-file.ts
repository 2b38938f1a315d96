import type { Reading } from '../reading.ts'
import type { Repository } from '../repository.ts'

/** `root` is the folder that is analysed; null when it has no longshore.yaml. */
export async function readLongshoreFile(_repository: Repository, _root: string): Promise<Reading | null> {
  return null
}
