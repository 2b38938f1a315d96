/** Names that a file refers to and that neither the file nor the instance has. Pure. */

import type { PointerFault } from './faults.ts'
import { gitProviderName } from './file-names.ts'
import type { EnvironmentEntry, InstanceFile, ProjectEntry } from './instance-file.ts'

interface Names {
  readonly servers: ReadonlySet<string>
  readonly gitProviders: ReadonlySet<string>
  readonly storageLocations: ReadonlySet<string>
  readonly channels: ReadonlySet<string>
}

/** `current` is what an export of the instance has. */
export function checkReferences(file: InstanceFile, current: InstanceFile): PointerFault[] {
  const both = <Entry>(read: (each: InstanceFile) => readonly Entry[] | undefined, nameOf: (entry: Entry) => string) =>
    new Set([...(read(file) ?? []), ...(read(current) ?? [])].map(nameOf))
  const names: Names = {
    servers: both((each) => each.servers, ({ name }) => name),
    gitProviders: both((each) => each.gitProviders, gitProviderName),
    storageLocations: both((each) => each.storageLocations, ({ name }) => name),
    channels: both((each) => each.notificationChannels, ({ name }) => name),
  } // biome-ignore format: one line each
  const known = new Map((current.projects ?? []).map((each) => [each.name, each]))
  return [
    ...(file.servers ?? []).flatMap((each, index) =>
      missing(`/servers/${index}/jumpServer`, each.jumpServer, names.servers, 'server'),
    ),
    ...(file.storageLocations ?? []).flatMap((each, index) =>
      missing(`/storageLocations/${index}/server`, each.server, names.servers, 'server'),
    ),
    ...(file.projects ?? []).flatMap((each, index) =>
      ofProject(names, `/projects/${index}`, each, known.get(each.name)),
    ),
  ]
}

function ofProject(names: Names, at: string, project: ProjectEntry, known: ProjectEntry | undefined): PointerFault[] {
  const { repository, notifications = [], previews, environments = [] } = project
  const own = new Set([...environments, ...(known?.environments ?? [])].map(({ name }) => name))
  return [
    ...missing(`${at}/repository/provider`, repository?.provider, names.gitProviders, 'Git provider'),
    ...missing(`${at}/previews/templateEnvironment`, previews?.templateEnvironment, own, 'environment'),
    ...notifications.flatMap((each, index) => [
      ...missing(`${at}/notifications/${index}/channel`, each.channel, names.channels, 'notification channel'),
      ...(each.environments ?? []).flatMap((name, place) =>
        missing(`${at}/notifications/${index}/environments/${place}`, name, own, 'environment'),
      ),
    ]),
    ...environments.flatMap((each, index) => ofEnvironment(names, `${at}/environments/${index}`, each)),
  ]
}

function ofEnvironment(names: Names, at: string, { server, buildServer, backups }: EnvironmentEntry): PointerFault[] {
  return [
    ...missing(`${at}/server`, server, names.servers, 'server'),
    ...missing(`${at}/buildServer`, buildServer, names.servers, 'server'),
    ...missing(`${at}/backups/storageLocation`, backups?.storageLocation, names.storageLocations, 'storage location'),
  ]
}

function missing(
  pointer: string,
  name: string | null | undefined,
  known: ReadonlySet<string>,
  kind: string,
): PointerFault[] {
  if (name === null || name === undefined || known.has(name)) return []
  return [{ pointer, message: `names the ${kind} “${name}”, which is neither in this file nor on the instance` }]
}
