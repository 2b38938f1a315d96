/** The private folder for sockets and known_hosts files, with a path short enough for Unix sockets. */
import { tmpdir } from 'node:os'
import { createRuntimeDirectory } from '@longshore/process/runtime-directory'

/**
 * 104 bytes is the smallest limit for sockets; ssh adds 17 to a control path while it creates it, and our names take
 * 12.
 */
const maxLength = 70
const leftAfterMs = 86_400_000

export async function createSocketDirectory(parent = tmpdir()): Promise<string> {
  // These paths become parts of ssh options, where %, quotes, and blanks have a meaning.
  if (!/^\/[A-Za-z0-9_/.-]*$/.test(parent)) throw new Error('the runtime directory must be a plain absolute path')
  const folder = await createRuntimeDirectory({ parent, prefix: 'ls', leftAfterMs })
  if (folder.length > maxLength) throw new Error(`the runtime directory’s path is longer than ${maxLength} bytes`)
  return folder
}
