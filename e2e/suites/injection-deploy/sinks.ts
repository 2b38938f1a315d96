/** Every field of environments, services, variables, deployments and registries that takes text. */
import { type TestEnv, webService } from './test-env.ts'

export interface Sink {
  readonly name: string
  readonly method: 'POST' | 'PATCH' | 'PUT'
  readonly path: (testEnv: TestEnv) => string
  readonly body: (text: string) => object
}

const environment = (rest: string) => (testEnv: TestEnv) => `/environments/${testEnv.environmentId}${rest}`
const service = (name: string, change: (text: string) => object): Sink => ({
  name: `service.${name}`,
  method: 'POST',
  path: environment('/services'),
  body: (text) => ({ services: [{ ...webService, ...change(text) }] }),
})
const source = (name: string, change: (text: string) => object): Sink =>
  service(`source.${name}`, (text) => ({ source: change(text) }))
const health = (name: string, change: (text: string) => object): Sink =>
  service(`healthCheck.${name}`, (text) => ({ healthCheck: change(text) }))
const deployment = (name: string, change: (text: string) => object): Sink => ({
  name: `deployment.${name}`,
  method: 'POST',
  path: environment('/deployments'),
  body: change,
})
const variable = (name: string, change: (text: string) => object): Sink => ({
  name: `variable.${name}`,
  method: 'POST',
  path: environment('/variables'),
  body: (text) => ({ variables: [{ key: 'A', value: 'b', ...change(text) }] }),
})
const registry = (name: string, change: (text: string) => object): Sink => ({
  name: `registry.${name}`,
  method: 'POST',
  path: () => '/registries',
  body: (text) => ({ host: 'registry.example.com', username: 'ada', password: 'x', ...change(text) }),
})

/** Fields whose accepted values start something are tried separately, see deployments.ts. */
export const sinks: readonly Sink[] = [
  { name: 'environment.name', method: 'PATCH', path: environment(''), body: (name) => ({ name }) },
  { name: 'environment.serverId', method: 'PATCH', path: environment('/server'), body: (serverId) => ({ serverId }) },
  { name: 'environment.buildServerId', method: 'PATCH', path: environment(''), body: (id) => ({ buildServerId: id }) },
  service('name', (name) => ({ name })),
  service('kind', (kind) => ({ kind })),
  service('engineVersion', (engineVersion) => ({
    kind: 'postgres',
    source: null,
    port: null,
    healthCheck: null,
    engineVersion,
  })),
  service('sharesImageWith', (sharesImageWith) => ({ sharesImageWith })),
  service('command', (command) => ({ command })),
  service('command word', (word) => ({ command: ['node', 'server.js', word] })),
  service('releaseCommand', (releaseCommand) => ({ releaseCommand })),
  service('releaseCommand word', (word) => ({ releaseCommand: ['node', 'release.js', word] })),
  service('schedule', (schedule) => ({ kind: 'cron', port: null, healthCheck: null, schedule })),
  service('alias', (alias) => ({ aliases: [alias] })),
  service('dependsOn', (name) => ({ dependsOn: [name] })),
  service('watchPath', (path) => ({ watchPaths: [path] })),
  service('volume.name', (name) => ({ volumes: [{ name, path: '/data' }] })),
  service('volume.path', (path) => ({ volumes: [{ name: 'data', path }] })),
  service('port', (port) => ({ port })),
  service('replicas', (replicas) => ({ replicas })),
  service('resources', (memoryBytes) => ({ resources: { memoryBytes, cpus: null, pids: null } })),
  service('unknown key', (text) => ({ [text]: text })),
  source('builder', (builder) => ({ builder })),
  source('dockerfile', (path) => ({ builder: 'dockerfile', dockerfile: path })),
  source('context', (context) => ({ builder: 'dockerfile', context })),
  source('target', (target) => ({ builder: 'dockerfile', target })),
  source('rootDirectory', (rootDirectory) => ({ builder: 'auto', rootDirectory })),
  source('installCommand', (installCommand) => ({ builder: 'auto', installCommand })),
  source('buildCommand', (buildCommand) => ({ builder: 'auto', buildCommand })),
  source('outputDirectory', (outputDirectory) => ({ builder: 'static', outputDirectory })),
  source('image', (image) => ({ builder: 'image', image })),
  health('type', (type) => ({ type })),
  health('path', (path) => ({ type: 'http', path })),
  health('command', (command) => ({ type: 'command', command })),
  health('command word', (word) => ({ type: 'command', command: ['test', word] })),
  variable('key', (key) => ({ key })),
  variable('value', (value) => ({ value })),
  variable('scope', (scope) => ({ scope })),
  variable('service', (name) => ({ service: name })),
  { name: 'variables.env', method: 'PUT', path: environment('/variables'), body: (text) => ({ env: `A=${text}` }) },
  registry('host', (host) => ({ host })),
  registry('username', (username) => ({ username })),
  registry('password', (password) => ({ password })),
]

/** Accepted values become a deployment. */
export const deploymentSinks: readonly Sink[] = [
  deployment('branch', (branch) => ({ branch })),
  deployment('commit', (commit) => ({ commit })),
  deployment('image', (image) => ({ images: { web: image } })),
  deployment('image service', (name) => ({ images: { [name]: 'debian@sha256:0' } })),
]
