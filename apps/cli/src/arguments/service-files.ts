/** Files of the option --file, which a service's containers get. */
import type { ServiceRequest } from '@longshore/sdk'
import type { Context } from '../context.ts'
import { readPairs } from './pairs.ts'
import { isExecutable, readTextFile } from './text-file.ts'

export type ServiceFile = NonNullable<ServiceRequest['files']>[number]

/** Far above what the API accepts: a mistaken path must not fill the memory. */
const maxBytes = 1_048_576

export async function readServiceFiles(
  context: Pick<Context, 'directory' | 'stdin'>,
  args: readonly string[],
): Promise<ServiceFile[]> {
  const files: ServiceFile[] = []
  for (const [path, local] of readPairs(args, '--file', 'PATH=LOCALFILE')) {
    const content = await readTextFile(context, local, { what: 'the file', maxBytes })
    const mode = local !== '-' && (await isExecutable(context, local)) ? '0755' : '0644'
    files.push({ path, mode, content })
  }
  return files
}

/** A file at the same path is replaced. */
export function withFiles(before: readonly ServiceFile[], added: readonly ServiceFile[]): ServiceFile[] {
  return [...before.filter(({ path }) => !added.some((each) => each.path === path)), ...added]
}
