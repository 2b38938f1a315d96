/** Places the volumes, files, configs, and secrets of a service that is deployed. */

import type { Notes } from './compose-warning.ts'
import type { Places } from './container-places.ts'
import { isCodeMount } from './development-container.ts'
import { placeMounts } from './place-mounts.ts'
import { placeSharedFiles } from './place-shared-files.ts'
import type { Placing } from './placing.ts'
import { type FileUse, ofRoot } from './read-file-uses.ts'
import type { Mount } from './read-mounts.ts'
import type { ComposeService } from './read-service.ts'
import type { SharedFile } from './read-shared-files.ts'

export interface PlacedService extends ComposeService {
  readonly places: Places
  /** True for a database that Longshore doesn't manage: other services use it, and no visitor does. */
  readonly isDatabase: boolean
}

export interface PlaceContext {
  readonly folder: string
  readonly placing: Placing
  readonly shared: ReadonlyMap<string, SharedFile>
  readonly names: ReadonlyMap<string, string>
}

export async function placeService(
  service: ComposeService,
  { isDatabase, notes, folder, placing, shared, names }: PlaceContext & { isDatabase: boolean; notes: Notes },
): Promise<PlacedService> {
  const { mounts, build, options } = service
  const places: Places = {
    ...{ volumes: [], files: [], hostMounts: [] },
    memoryFolders: options.memoryFolders,
    filesLine: null,
  }
  const label = names.get(service.name) ?? 'app'
  const isCode = (path: string, target: string) => isCodeMount({ path, target }, { mounts, folder, build })
  await placeMounts({ name: service.name, label, mounts, isCode }, places, { placing, notes })
  const texts = textsOf(mounts)
  const known = new Map([...shared, ...texts.map(({ file }) => [`config ${file.name}`, file] as const)])
  const uses = [...service.fileUses, ...texts.map(({ use }) => use)]
  await placeSharedFiles(uses, known, { places, placing, notes, label })
  return { ...service, isDatabase, places }
}

/** A mount with its text in place is a config that only this service has. */
function textsOf(mounts: readonly Mount[]): { file: SharedFile; use: FileUse }[] {
  return mounts.flatMap(({ content, target, mode, line }) => {
    if (content === null) return []
    const name = `volumes:${target}`
    const file: SharedFile = { kind: 'config', name, line, origin: { from: 'content', ...content } }
    return [{ file, use: { kind: 'config', name, target, mode: mode ?? '0644', ...ofRoot, line } }]
  })
}
