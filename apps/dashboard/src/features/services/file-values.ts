/** The files of a service as fields, and back. Pure. */
import type { ServiceRequest } from '@longshore/sdk'
import { type Amount, amount, optional } from './field-values.ts'

type ServiceFile = NonNullable<ServiceRequest['files']>[number]

/** Where the text comes from, named like the field of the request. */
export type FileOrigin = 'content' | 'source' | 'variable'

export interface FileValues {
  path: string
  mode: string
  uid: Amount
  gid: Amount
  origin: FileOrigin
  content: string
  source: string
  variable: string
}

export const newFile: FileValues = {
  path: '',
  mode: '0644',
  uid: '',
  gid: '',
  origin: 'content',
  content: '',
  source: '',
  variable: '',
}

export function toFileValues({ path, mode, uid, gid, content, source, variable }: ServiceFile): FileValues {
  return {
    path,
    mode: mode ?? newFile.mode,
    uid: uid ?? '',
    gid: gid ?? '',
    origin: typeof source === 'string' ? 'source' : typeof variable === 'string' ? 'variable' : 'content',
    content: content ?? '',
    source: source ?? '',
    variable: variable ?? '',
  }
}

/** The text itself stays as it is: spaces and line breaks at its ends can have a meaning. */
export function toFile({ path, mode, uid, gid, origin, content, source, variable }: FileValues): ServiceFile {
  return {
    path: path.trim(),
    mode: mode.trim() === '' ? newFile.mode : mode.trim(),
    ...optional('uid', amount(uid)),
    ...optional('gid', amount(gid)),
    content: origin === 'content' ? content : null,
    source: origin === 'source' ? source.trim() : null,
    variable: origin === 'variable' ? variable.trim() : null,
  }
}
