/** An instance with one entry of each kind, as the API returns it. */
import type { Instance } from '../read-instance.ts'

const build = { concurrency: 1, memoryBytes: null, cpus: null, cacheBytes: null }
const server = (id: string, name: string, host: string) => ({
  ...{ id, name, host, port: 22, username: 'root', version: 1, jumpServerId: null, baseDomain: null },
  ...{ build, hostKeys: [], expectedHostKeyFingerprint: null },
}) // biome-ignore format: a list

const variable = (key: string, value: string | null, more: object = {}) => ({
  ...{ key, value, secret: value === null, sealed: false, scope: 'runtime', expand: false, service: null },
  ...more,
}) // biome-ignore format: a list

const web = {
  ...{ name: 'web', kind: 'web', port: 80, replicas: 1, dependsOn: [], healthCheck: null },
  source: { builder: 'dockerfile', dockerfile: 'deploy/Dockerfile', context: '.', target: null },
} // biome-ignore format: a list

const noRules = {
  ...{ stripPrefix: false, maxBodyBytes: null, timeoutSeconds: null, rateLimit: null, allowedNetworks: null },
  ...{ requestHeaders: null, responseHeaders: null, inheritAccess: true, basicAuth: [] },
}
const attached = {
  ...{ domainId: 'dom_1', hostname: 'shop.example.com', service: 'web', redirectsTo: null, forceHttps: true },
  ...{ ssl: { mode: 'auto' }, hsts: null, basicAuth: [], maxBodyBytes: null, maintenance: null, errorPages: [], updatedAt: 'then' },
  redirects: { www: true, rules: [{ from: '/old', match: 'exact', to: '/new', status: 308 }] },
  paths: [{ ...noRules, path: '/api/v2', service: 'web', stripPrefix: true, timeoutSeconds: 5, basicAuth: [{ username: 'ann' }] }, { ...noRules, path: '/api', service: 'web' }],
  ...{ timeoutSeconds: 30, rateLimit: null, allowedNetworks: ['10.0.0.0/8'], requestHeaders: { set: [], remove: ['X-A'] }, responseHeaders: null },
} // biome-ignore format: a list

const environment = {
  ...{ id: 'env_1', name: 'main', branch: null, serverId: 'srv_1', buildServerId: null, liveServerId: null },
  ...{ generatedHostname: true, version: 3, services: [web], domains: [{ hostname: 'shop.example.com', settings: attached }] },
} // biome-ignore format: a list

const repository = {
  ...{ providerId: 'git_1', fullName: 'ada/site', url: 'https://git.example.com/ada/site', rootDirectory: 'apps/web' },
} // biome-ignore format: a list

const previews = {
  ...{ enabled: false, templateEnvironmentId: null, maxOpen: 5, lifetimeHours: 168, seedCommand: null, version: 2 },
  allowedSecrets: ['A', 'B'],
  variables: [variable('A', 'one'), variable('B', null), variable('B', 'two', { service: 'web', scope: 'build' })],
} // biome-ignore format: a list

const backups = {
  ...{ enabled: true, schedule: '0 3 * * *', timezone: 'UTC', catchUp: true, restoreTests: 'daily', version: 4 },
  ...{ retention: { keepLast: 7 }, destination: { id: 'bds_1' }, encryption: { recipient: null } },
} // biome-ignore format: a list

const autoDeploy = { enabled: true, watchPaths: ['src/**'], requireChecks: false, polling: false, version: 6 }
const project = { branch: null, image: null, composeProfiles: [], repository: null, version: 1 }
const links = [{ connectorId: 'ntc_1', events: ['deployment_failed', 'backup_failed'], environments: null, minSeverity: 'info' }] // biome-ignore format: one line

/** Each call returns another copy, so a test can change it. */
export function sampleInstance(): Instance {
  const content: unknown = {
    organization: { id: 'org_1', name: 'Acme', quotas: {}, version: 1 },
    members: [{ id: 'mem_1', email: 'Maya@example.com', role: 'owner', version: 1 }],
    invitations: [],
    alerts: { rules: { disk_full: { percent: 90, enabled: true } }, version: 1 },
    gitProviders: [
      { id: 'git_1', kind: 'gitlab', baseUrl: 'https://git.example.com', accountLogin: 'ada', auth: 'token', username: null },
    ],
    registries: [{ id: 'reg_1', host: 'registry.example.com:5000', username: 'ci', version: 1 }],
    servers: [server('srv_1', 'web-1', '2001:db8::1'), server('srv_2', 'builder', 'builder.example.com')],
    storageLocations: [
      {
        ...{ id: 'bds_1', name: 'S3', type: 's3', serverId: null, version: 1 },
        s3: { endpoint: 'https://s3.example.com', region: 'us-east-1', bucket: 'acme', prefix: '', pathStyle: true, accessKeyId: 'k', objectLock: null },
      },
    ],
    channels: [
      {
        ...{ id: 'ntc_1', name: 'Ops', kind: 'gotify', config: { url: 'https://gotify.example.com' }, minSeverity: 'info' },
        ...{ events: ['server_unreachable', 'alert_raised'], projectEvents: [], status: 'active', version: 1 },
      },
    ],
    domains: [
      { id: 'dom_1', hostname: 'shop.example.com', environmentId: 'env_1', version: 1 },
      { id: 'dom_2', hostname: 'spare.example.com', environmentId: null, version: 1 },
    ],
    projects: [
      {
        project: { ...project, id: 'prj_1', name: 'Shop', description: 'Two\nlines', source: 'image', image: 'nginx' },
        previews: null,
        links: { projectId: 'prj_1', links },
        environments: [
          {
            ...{ environment, autoDeploy: null, backups },
            variables: [variable('KEY', null, { sealed: true }), variable('LEVEL', 'debug'), variable('TOKEN', null)],
          },
        ],
      },
      {
        project: { ...project, id: 'prj_2', name: 'Site', description: null, source: 'repository', repository },
        previews,
        links: { projectId: 'prj_2', links: [] },
        environments: [
          {
            environment: { ...environment, id: 'env_2', name: 'live', branch: 'main', services: [], domains: [] },
            ...{ variables: [], autoDeploy, backups: null },
          },
        ],
      },
    ],
  } // biome-ignore format: one entry per line
  return structuredClone(content) as Instance
}
