/** Kinds of things in the trash: choices of the filter, and what each kind needs. Pure. */
import type { TrashItem } from '@longshore/sdk'
import type { Permission } from '@longshore/sdk/permissions'
import { text } from '../../text/text.ts'

type Kind = TrashItem['kind']

interface KindOfTrash {
  /** Restoring needs the permission that the deletion needed. */
  permission: Permission
  /** Data on a disk. Deleting it permanently needs its name, except where the name is only a description. */
  hasData?: true
  hasName?: true
}

export const kindsOfTrash: Readonly<Record<Kind, KindOfTrash>> = {
  project: { permission: 'projects:write', hasData: true, hasName: true },
  environment: { permission: 'environments:write', hasData: true, hasName: true },
  service: { permission: 'environments:write', hasData: true, hasName: true },
  variables: { permission: 'variables:write' },
  attached_domain: { permission: 'domains:write' },
  domain: { permission: 'domains:write' },
  server: { permission: 'servers:write', hasName: true },
  backup: { permission: 'backups:write', hasData: true },
  backup_destination: { permission: 'backups:write' },
  git_provider: { permission: 'git-providers:write' },
  registry: { permission: 'registries:write' },
  connector: { permission: 'connectors:write' },
  member: { permission: 'members:write' },
}

const words = text.trash
const kinds: readonly (readonly [string, string])[] = Object.entries(words.kinds)

export const kindChoices: readonly (readonly [string, string])[] = [['', words.allKinds], ...kinds]

/** Undefined: all kinds. */
export function asTrashKind(value: string): Kind | undefined {
  return isKind(value) ? value : undefined
}

function isKind(value: string): value is Kind {
  return Object.hasOwn(kindsOfTrash, value)
}
