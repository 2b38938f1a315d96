/** Names of the file for IDs of the instance. Pure. */
import type { GitProviderEntry } from './instance-file.ts'
import type { Instance } from './read-instance.ts'
import type { NameSecret } from './secret-names.ts'

export interface FileNames {
  server(id: string): string
  gitProvider(id: string): string
  storageLocation(id: string): string
  channel(id: string): string
  environment(id: string): string
}

/** Names of the file with the IDs on the instance. */
export interface EntryContext {
  readonly names: FileNames
  readonly secret: NameSecret
}

/** Host and account, as in `github.com/ada`. */
type NamedProvider = Pick<GitProviderEntry, 'kind' | 'baseUrl' | 'account' | 'auth'>

export function gitProviderName({ kind, baseUrl, account, auth }: NamedProvider): string {
  const host = URL.parse(baseUrl)?.host ?? `${kind}:${baseUrl}`
  return auth === 'app' ? `${host}/${account} (app)` : `${host}/${account}`
}

export function createFileNames(instance: Instance): FileNames {
  const environments = instance.projects.flatMap((each) => each.environments.map(({ environment }) => environment))
  return {
    server: lookup(instance.servers),
    gitProvider: lookup(
      instance.gitProviders.map(({ id, accountLogin: account, ...each }) => ({
        id,
        name: gitProviderName({ ...each, account }),
      })),
    ),
    storageLocation: lookup(instance.storageLocations),
    channel: lookup(instance.channels),
    environment: lookup(environments),
  }
}

function lookup(entries: readonly { id: string; name: string }[]): (id: string) => string {
  const names = new Map(entries.map(({ id, name }) => [id, name]))
  // An ID that is missing was deleted while the instance was read. The next run has no such reference.
  return (id) => names.get(id) ?? id
}
