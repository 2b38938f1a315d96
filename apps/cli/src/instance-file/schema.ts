/**
 * Schema of an instance file, made from the schemas of the API: IDs become names, and secrets become references to environment
 * variables. Editors use it, and `apply` checks files with it.
 */
import type { JsonSchema } from '@longshore/sdk'
import * as api from '@longshore/sdk/schemas'

type Properties = Record<string, JsonSchema>

const secret: JsonSchema = {
  type: 'object',
  description: 'A secret. `apply` reads its value from this environment variable. Without it, the stored value stays.',
  properties: {
    fromEnvironment: {
      type: 'string',
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Name of the environment variable that has the value.',
    },
  },
  required: ['fromEnvironment'],
  additionalProperties: false,
}
const text = (description: string): JsonSchema => ({ type: 'string', minLength: 1, description })
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const listOf = (items: JsonSchema, description: string): JsonSchema => ({ type: 'array', items, description })

function entry(properties: Properties, required: readonly string[] = [], description?: string): JsonSchema {
  const about = description === undefined ? {} : { description }
  return { type: 'object', ...about, properties, required, additionalProperties: false }
}

/** Takes properties of an API schema over unchanged. */
function pick(schema: JsonSchema, ...names: readonly string[]): Properties {
  return Object.fromEntries(
    names.map((name) => {
      const found = schema.properties?.[name]
      if (found === undefined) throw new Error(`the API has no property ${name}`)
      return [name, found]
    }),
  )
}

const serverName = text('Name of a server in this file or on the instance.')

const server = entry(
  {
    ...pick(api.CreateServerRequest, 'name', 'host', 'port', 'username'),
    privateKey: secret,
    passphrase: secret,
    ...pick(api.CreateServerRequest, 'hostKeyFingerprint'),
    jumpServer: nullable(serverName),
    ...pick(api.UpdateServerRequest, 'baseDomain', 'build'),
  },
  ['name', 'host', 'username'],
)

const gitProvider = entry(
  {
    ...pick(api.SaveGitTokenRequest, 'kind', 'baseUrl'),
    account: text('User or organization at the Git provider that the credential belongs to.'),
    auth: {
      type: 'string',
      enum: ['token', 'app'],
      default: 'token',
      description:
        '`app`: your own GitHub App. It can only be connected in a browser, so `apply` reports it if it is missing.',
    },
    ...pick(api.SaveGitTokenRequest, 'username'),
    token: secret,
  },
  ['kind', 'baseUrl', 'account'],
)

const registry = entry({ ...pick(api.CreateRegistryRequest, 'host', 'username'), password: secret }, [
  'host',
  'username',
  'password',
])

const [s3Location, serverLocation, controlPlaneLocation] = api.CreateBackupDestinationRequest.oneOf ?? []
const storageLocation: JsonSchema = {
  oneOf: [
    entry(
      {
        ...pick(s3Location ?? {}, 'name', 'type', 'endpoint', 'region', 'bucket', 'prefix', 'pathStyle', 'accessKeyId'),
        ...pick(s3Location ?? {}, 'objectLock'),
        secretAccessKey: secret,
      },
      ['name', 'type', 'endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'],
    ),
    entry({ ...pick(serverLocation ?? {}, 'name', 'type'), server: serverName }, ['name', 'type', 'server']),
    entry(pick(controlPlaneLocation ?? {}, 'name', 'type'), ['name', 'type']),
  ],
}

const channel: JsonSchema = {
  oneOf: (api.CreateConnectorRequest.oneOf ?? []).map((each) =>
    entry(
      {
        ...pick(each, 'name', 'kind'),
        config: withSecrets(each.properties?.config ?? {}),
        ...pick(each, 'events', 'projectEvents', 'minSeverity'),
        enabled: { type: 'boolean', description: 'Set to false to turn the channel off.', default: true },
      },
      ['name', 'kind', 'config'],
    ),
  ),
}

/** Fields that the API never returns become references. */
function withSecrets({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const replaced = Object.entries(properties).map(([name, each]): [string, JsonSchema] => [
    name,
    each.writeOnly === true ? secret : each,
  ])
  return { ...schema, properties: Object.fromEntries(replaced) }
}

const variable = entry(
  {
    ...pick(api.VariableRequest, 'key'),
    value: { anyOf: [api.VariableRequest.properties?.value ?? {}, secret] },
    ...pick(api.VariableRequest, 'sealed'),
    scope: { ...api.VariableRequest.properties?.scope, default: 'runtime' },
    expand: { ...api.VariableRequest.properties?.expand, default: false },
    ...pick(api.VariableRequest, 'service'),
  },
  ['key', 'value'],
)
const { sealed: _sealed, ...previewVariableFields } = variable.properties ?? {}
const previewVariable = entry(previewVariableFields, ['key', 'value'])

const signIns = listOf(
  entry({ username: text('Name that visitors enter.'), password: secret }, ['username', 'password']),
  'Visitors must enter one of these names with its password.',
)
const ruleNames = ['timeoutSeconds', 'rateLimit', 'allowedNetworks', 'requestHeaders', 'responseHeaders'] as const
const pathRequest =
  [api.AttachDomainRequest.properties?.paths ?? {}]
    .flatMap((each) => [each, ...(each.anyOf ?? [])])
    .find(({ items }) => items !== undefined)?.items ?? {}
const maintenanceRequest =
  [api.AttachDomainRequest.properties?.maintenance ?? {}]
    .flatMap((each) => [each, ...(each.anyOf ?? [])])
    .find(({ properties }) => properties !== undefined) ?? {}
const path = entry(
  {
    ...pick(pathRequest, 'path', 'service', 'stripPrefix', 'maxBodyBytes', ...ruleNames, 'inheritAccess'),
    basicAuth: signIns,
  },
  ['path', 'service'],
)

const domain = entry(
  {
    ...pick(api.AttachDomainRequest, 'hostname', 'service'),
    ssl: entry(
      {
        ...pick(api.AttachDomainRequest.properties?.ssl ?? {}, 'mode'),
        certificate: secret,
        privateKey: secret,
      },
      ['mode'],
    ),
    ...pick(api.AttachDomainRequest, 'forceHttps', 'redirects', 'hsts'),
    basicAuth: nullable(signIns),
    ...pick(api.AttachDomainRequest, 'maxBodyBytes'),
    // Whether it is on right now isn't a setting.
    maintenance: nullable(
      entry(pick(maintenanceRequest, 'html'), ['html'], 'Page that visitors see while nothing is live.'),
    ),
    ...pick(api.AttachDomainRequest, 'errorPages', ...ruleNames),
    paths: nullable(listOf(path, 'Paths that other services receive. The longest path that matches wins.')),
  },
  ['hostname'],
)

const backups = entry(
  {
    storageLocation: text('Name of a storage location in this file or on the instance.'),
    ...pick(api.UpdateBackupConfigRequest, 'enabled', 'schedule', 'timezone', 'catchUp', 'retention'),
    ...pick(api.UpdateBackupConfigRequest.properties?.encryption ?? {}, 'recipient'),
    ...pick(api.UpdateBackupConfigRequest, 'restoreTests'),
  },
  ['storageLocation'],
)

const environment = entry(
  {
    ...pick(api.CreateEnvironmentRequest, 'name', 'branch'),
    server: nullable(serverName),
    buildServer: nullable(serverName),
    ...pick(api.UpdateEnvironmentRequest, 'generatedHostname'),
    services: listOf(api.ServiceRequest, 'Services of the environment. A field that you leave out has its default.'),
    variables: listOf(variable, 'Environment variables of the services.'),
    domains: listOf(domain, 'Hostnames with their settings.'),
    autoDeploy: entry(pick(api.AutoDeployRequest, 'enabled', 'watchPaths', 'requireChecks', 'polling')),
    backups,
  },
  ['name'],
)

const notification = entry(
  {
    channel: text('Name of a notification channel in this file or on the instance.'),
    ...pick(api.ConnectorLink, 'events'),
    environments: nullable(
      listOf(text('Name of an environment of the project.'), 'Environments whose events are sent.'),
    ),
    ...pick(api.ConnectorLink, 'minSeverity'),
  },
  ['channel', 'events'],
)

const project = entry(
  {
    ...pick(api.CreateProjectRequest, 'name'),
    ...pick(api.UpdateProjectRequest, 'description'),
    repository: entry({
      provider: text('Git provider that can read the repository, as HOST/ACCOUNT.'),
      ...pick(api.RepositoryRequest, 'fullName', 'url', 'rootDirectory'),
    }),
    ...pick(api.CreateProjectRequest, 'image'),
    compose: secret,
    ...pick(api.CreateProjectRequest, 'branch', 'composeProfiles'),
    previews: entry({
      ...pick(api.UpdatePreviewSettingsRequest, 'enabled'),
      templateEnvironment: nullable(text('Name of the environment that previews are copied from.')),
      ...pick(api.UpdatePreviewSettingsRequest, 'maxOpen', 'lifetimeHours', 'seedCommand', 'allowedSecrets'),
      variables: listOf(previewVariable, 'Variables that only previews get.'),
    }),
    notifications: listOf(notification, 'Channels that send events of this project.'),
    environments: listOf(environment, 'Environments of the project.'),
  },
  ['name'],
)

const organization = entry({
  ...pick(api.UpdateOrganizationRequest, 'name', 'quotas'),
  members: listOf(
    entry(pick(api.CreateInvitationRequest, 'email', 'role'), ['email', 'role']),
    'People of the organization. `apply` invites those who are missing.',
  ),
})

export const instanceFileSchema: JsonSchema = entry(
  {
    version: { type: 'integer', const: 1, description: 'Version of the file format.' },
    organization,
    alertRules: { ...api.AlertSettingsRequest.properties?.rules },
    gitProviders: listOf(gitProvider, 'Connections to Git providers.'),
    registries: listOf(registry, 'Credentials for container registries.'),
    servers: listOf(server, 'Linux servers that run apps.'),
    storageLocations: listOf(storageLocation, 'Places where backups are stored.'),
    notificationChannels: listOf(channel, 'Where notifications go.'),
    domains: listOf(text('Hostname.'), 'Hostnames of the organization that no environment uses.'),
    projects: listOf(project, 'Projects with their environments.'),
  },
  ['version'],
  'An organization of a Longshore instance. Sections that you leave out stay as they are.',
)

/** Schema of one service, for its defaults. */
export const serviceSchema: JsonSchema = api.ServiceRequest
export const redirectsSchema: JsonSchema = api.AttachDomainRequest.properties?.redirects ?? {}
export const pathsSchema: JsonSchema = { type: 'array', items: path }
/** Rules of a hostname, for their defaults. */
export const rulesSchema: JsonSchema = entry(pick(api.AttachDomainRequest, ...ruleNames))
/** Connector configurations by kind, with their secret fields. */
export const channelConfigs: ReadonlyMap<unknown, JsonSchema> = new Map(
  (api.CreateConnectorRequest.oneOf ?? []).map((each) => [each.properties?.kind?.const, each.properties?.config ?? {}]),
)
