/** Maps the files of a service to those of its containers. */
import type { ContainerFile } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'

export interface FileContents {
  /** Values of variables by key. */
  readonly values: ReadonlyMap<string, string>
  /** Texts of the repository by path. */
  readonly texts: Readonly<Record<string, string>>
}

export function toContainerFile(
  { path, mode, uid, gid, content, source, variable }: ServiceConfiguration['files'][number],
  { values, texts }: FileContents,
): ContainerFile {
  const text = content ?? (source === null ? values.get(variable ?? '') : texts[source])
  // A rollback can meet a variable that was deleted since.
  if (text === undefined)
    throw new PermanentError('file_content_missing', `The text of ${path} is missing.`, {
      hint: variable === null ? 'Deploy from the repository.' : `Set the variable ${variable}, then deploy again.`,
    })
  const owner = { ...(uid === null ? {} : { uid }), ...(gid === null ? {} : { gid }) }
  return { path, content: text, mode: Number.parseInt(mode, 8), ...owner }
}
