/**
 * Content of an instance file. References are names, and secrets are names of environment variables. The schema checks the
 * values, so the types name only what the program reads.
 */

export interface SecretReference {
  fromEnvironment: string
}

export interface InstanceFile {
  version: 1
  organization?: OrganizationEntry
  alertRules?: Record<string, Record<string, number | boolean>>
  gitProviders?: GitProviderEntry[]
  registries?: RegistryEntry[]
  servers?: ServerEntry[]
  storageLocations?: StorageLocationEntry[]
  notificationChannels?: ChannelEntry[]
  /** Hostnames that no environment uses. */
  domains?: string[]
  projects?: ProjectEntry[]
}

interface OrganizationEntry {
  name?: string
  quotas?: Record<string, number>
  members?: MemberEntry[]
}

export interface MemberEntry {
  email: string
  role: string
}

export interface GitProviderEntry {
  kind: string
  baseUrl: string
  account: string
  auth?: 'token' | 'app'
  username?: string
  token?: SecretReference
}

export interface RegistryEntry {
  host: string
  username: string
  password: SecretReference
}

export interface ServerEntry {
  name: string
  host: string
  port?: number
  username: string
  privateKey?: SecretReference
  passphrase?: SecretReference
  hostKeyFingerprint?: string
  jumpServer?: string | null
  baseDomain?: string | null
  build?: {
    concurrency?: number
    memoryBytes?: number | null
    cpus?: number | null
    cacheBytes?: number | null
  }
}

export interface StorageLocationEntry {
  name: string
  type: 's3' | 'server' | 'controlPlane'
  endpoint?: string
  region?: string
  bucket?: string
  prefix?: string
  pathStyle?: boolean
  accessKeyId?: string
  /** Null: new archives aren't locked. */
  objectLock?: { mode: 'compliance' | 'governance'; days: number } | null
  secretAccessKey?: SecretReference
  server?: string
}

export interface ChannelEntry {
  name: string
  kind: string
  config: Record<string, unknown>
  events?: string[]
  projectEvents?: string[]
  minSeverity?: string
  enabled?: boolean
}

export interface ProjectEntry {
  name: string
  description?: string | null
  repository?: RepositoryEntry
  image?: string
  compose?: SecretReference
  branch?: string
  composeProfiles?: string[]
  previews?: PreviewsEntry
  notifications?: NotificationEntry[]
  environments?: EnvironmentEntry[]
}

export interface RepositoryEntry {
  /** Git provider as HOST/ACCOUNT. */
  provider?: string
  fullName?: string
  url?: string
  rootDirectory?: string
}

export interface PreviewsEntry {
  enabled?: boolean
  templateEnvironment?: string | null
  maxOpen?: number
  lifetimeHours?: number
  seedCommand?: { service: string; command: string[] } | null
  allowedSecrets?: string[]
  variables?: VariableEntry[]
}

export interface NotificationEntry {
  channel: string
  events: string[]
  environments?: string[] | null
  minSeverity?: string
}

export interface EnvironmentEntry {
  name: string
  branch?: string
  server?: string | null
  buildServer?: string | null
  generatedHostname?: boolean
  services?: ServiceEntry[]
  variables?: VariableEntry[]
  domains?: DomainEntry[]
  autoDeploy?: AutoDeployEntry
  backups?: BackupsEntry
}

export interface ServiceEntry {
  name: string
  kind: string
  [field: string]: unknown
}

export interface VariableEntry {
  key: string
  /** A reference makes the variable a secret. */
  value: string | SecretReference
  sealed?: boolean
  scope?: 'build' | 'runtime' | 'both' | 'reference'
  expand?: boolean
  service?: string
}

export interface DomainEntry {
  hostname: string
  service?: string
  ssl?: { mode: string; certificate?: SecretReference; privateKey?: SecretReference }
  forceHttps?: boolean
  redirects?: object | null
  hsts?: object | null
  basicAuth?: { username: string; password: SecretReference }[] | null
  maxBodyBytes?: number | null
  maintenance?: { html: string } | null
  errorPages?: { status: number; html: string }[] | null
  timeoutSeconds?: number | null
  rateLimit?: object | null
  allowedNetworks?: string[] | null
  requestHeaders?: object | null
  responseHeaders?: object | null
  paths?: PathEntry[] | null
}

/** The rules of a path have the names of those of a domain. */
export interface PathEntry {
  path: string
  service: string
  basicAuth?: { username: string; password: SecretReference }[]
}

export interface AutoDeployEntry {
  enabled?: boolean
  watchPaths?: string[]
  requireChecks?: boolean
  polling?: boolean
}

export interface BackupsEntry {
  storageLocation: string
  enabled?: boolean
  schedule?: string
  timezone?: string
  catchUp?: boolean
  retention?: Record<string, number>
  recipient?: string | null
  restoreTests?: string
}

export function isSecretReference(value: unknown): value is SecretReference {
  return typeof value === 'object' && value !== null && 'fromEnvironment' in value
}
