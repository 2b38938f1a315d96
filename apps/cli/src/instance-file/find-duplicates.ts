/** Names that occur twice in a list of an instance file. Pure. */

import { toHostname, toRegistryHost } from './canonical-text.ts'
import type { PointerFault } from './faults.ts'
import { gitProviderName } from './file-names.ts'
import type { InstanceFile } from './instance-file.ts'
import { variableName } from './project-entry.ts'

export function findDuplicates(file: InstanceFile): PointerFault[] {
  const { organization, gitProviders, registries, servers, storageLocations, notificationChannels, projects } = file
  return [
    ...twice('/organization/members', organization?.members, ({ email }) => email.toLowerCase()),
    ...twice('/gitProviders', gitProviders, gitProviderName),
    ...twice('/registries', registries, ({ host, username }) => `${toRegistryHost(host)} ${username}`),
    ...twice('/servers', servers, ({ name }) => name.trim()),
    ...twice('/storageLocations', storageLocations, ({ name }) => name.trim()),
    ...twice('/notificationChannels', notificationChannels, ({ name }) => name.trim()),
    ...twice('/domains', file.domains, toHostname),
    ...twice('/projects', projects, ({ name }) => name.trim()),
    ...(projects ?? []).flatMap(({ environments, notifications, previews }, index) => [
      ...twice(`/projects/${index}/environments`, environments, ({ name }) => name.trim()),
      ...twice(`/projects/${index}/notifications`, notifications, ({ channel }) => channel.trim()),
      ...twice(`/projects/${index}/previews/variables`, previews?.variables, variableName),
      ...(environments ?? []).flatMap(({ services, variables, domains }, place) => {
        const at = `/projects/${index}/environments/${place}`
        return [
          ...twice(`${at}/services`, services, ({ name }) => name),
          ...twice(`${at}/variables`, variables, variableName),
          ...twice(`${at}/domains`, domains, ({ hostname }) => toHostname(hostname)),
        ]
      }),
    ]),
  ]
}

function twice<Entry>(at: string, entries: readonly Entry[] = [], nameOf: (entry: Entry) => string): PointerFault[] {
  const seen = new Set<string>()
  return entries.flatMap((entry, index) => {
    const name = nameOf(entry)
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ pointer: `${at}/${index}`, message: `“${name}” is already in this list` }]
  })
}
