/** Kinds of things in the trash. */
import type { TrashItem } from '@longshore/sdk'

type TrashKind = TrashItem['kind']

/** The compiler requires every kind of the API. */
const kinds: Readonly<Record<TrashKind, true>> = {
  ...{ project: true, environment: true, service: true, variables: true, attached_domain: true, domain: true },
  ...{ server: true, backup: true, backup_destination: true, git_provider: true, registry: true, connector: true },
  member: true,
}

export const isTrashKind = (text: string): text is TrashKind => Object.hasOwn(kinds, text)

export const trashKinds: readonly TrashKind[] = Object.keys(kinds).filter(isTrashKind)
