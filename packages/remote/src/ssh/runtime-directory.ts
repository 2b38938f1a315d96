/** Where sockets and known_hosts files live: readable by nobody else, with a path short enough for unix sockets. */
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** 104 bytes is the smallest limit on sockets; ssh adds 17 to a control path while it makes it, our names take 12. */
const maxLength = 70

export async function createRuntimeDirectory(parent = tmpdir()): Promise<string> {
  // These paths become parts of ssh options, where %, quotes and blanks mean something.
  if (!/^\/[A-Za-z0-9_/.-]*$/.test(parent)) throw new Error('the runtime directory must be a plain absolute path')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'ls-'))
  if (folder.length > maxLength) throw new Error(`the runtime directory’s path is longer than ${maxLength} bytes`)
  await chmod(folder, 0o700)
  return folder
}
