/** Services of compose files that are deployed and compared with what Docker's compose plugin makes of them. */
export type ComposeKeys = Readonly<Record<string, unknown>>

export interface CaseGroup {
  readonly name: string
  /** Keys of each service, by its name. */
  readonly services: Readonly<Record<string, ComposeKeys>>
  /** Keys beside `services`. */
  readonly top?: ComposeKeys
  /** Values that the person sets, as Longshore never copies secrets from a file. */
  readonly variables?: Readonly<Record<string, string>>
  /** Files of services to compare, by service. */
  readonly reads?: Readonly<Record<string, readonly string[]>>
  /** Files beside the compose file, which then is in a repository. */
  readonly files?: Readonly<Record<string, string>>
}

export const image = 'node:24-slim'
/** Runs until it is asked to stop. */
const waiting = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 60000)"
const waits = ['node', '-e', waiting]
const app = { image, command: waits }

const commands: CaseGroup = {
  name: 'commands',
  services: {
    'command-list': app,
    'command-text': { image, command: 'sleep 3600' },
    'command-quotes': { image, command: `sh -c "exec sleep '3600'"` },
    'command-dollar': { image, command: 'sh -c "test $$0 = sh && exec sleep 3600"' },
    'command-lines': { image, command: ['node', '-e', `// one\n${waiting}\n`] },
    'entrypoint-options': { image, entrypoint: ['node', '-e'], command: [waiting] },
    'entrypoint-list': { image, entrypoint: ['sleep'], command: ['3600'] },
    'entrypoint-text': { image, entrypoint: 'sleep 3600' },
    'entrypoint-shell': { image, entrypoint: 'sh -c', command: ['exec sleep 3600'] },
    'command-default': { image, command: 'sleep ${SLEEP_FOR:-3600}' },
  },
}

const processes: CaseGroup = {
  name: 'processes',
  services: {
    'user-name': { ...app, user: 'node' },
    'user-ids': { ...app, user: '1000:1000' },
    'user-number': { ...app, user: '1000' },
    directory: { ...app, working_dir: '/usr/local' },
    'init-on': { ...app, init: true },
    'init-off': { ...app, init: false },
    'signal-name': { ...app, stop_signal: 'SIGINT' },
    'stop-time': { ...app, stop_grace_period: '1m30s' },
    'read-only': { ...app, read_only: true, tmpfs: '/tmp' },
    'memory-folders': { ...app, tmpfs: ['/run:size=64m,mode=1777', '/tmp'] },
    'memory-mount': { ...app, volumes: [{ type: 'tmpfs', target: '/cache', tmpfs: { size: '16m', mode: 0o700 } }] },
    'shared-memory': { ...app, shm_size: '128m' },
    'limits-number': { ...app, ulimits: { nofile: 2048 } },
    'limits-pair': { ...app, ulimits: { nofile: { soft: 1024, hard: 4096 }, core: 0 } },
    'kernel-map': { ...app, sysctls: { 'net.core.somaxconn': 1024 } },
    'kernel-list': { ...app, sysctls: ['net.ipv4.tcp_keepalive_time=600'] },
  },
}

const resources: CaseGroup = {
  name: 'resources',
  services: {
    'memory-text': { ...app, mem_limit: '256m' },
    'memory-bytes': { ...app, mem_limit: 268_435_456 },
    'cpus-number': { ...app, cpus: 0.5 },
    processes: { ...app, pids_limit: 100 },
    'deploy-limits': { ...app, deploy: { resources: { limits: { cpus: '0.25', memory: '128M', pids: 64 } } } },
  },
}

const environment: CaseGroup = {
  name: 'environment',
  services: {
    'variables-map': { ...app, environment: { TEXT: 'a b', NUMBER: 1, YES: 'true', EMPTY: '', DOLLAR: 'a$$b' } },
    'variables-list': { ...app, environment: ['TEXT=c=d', 'QUOTED="e"', 'SPACE= f '] },
    'variables-lines': { ...app, environment: { LINES: 'one\ntwo\n' } },
    'variables-default': { ...app, environment: { TEXT: '${NOT_SET:-fallback}', NESTED: '${A:-${B:-deep}}' } },
    'variables-same': { ...app, environment: { TEXT: 'another' } },
    'variables-secret': { ...app, environment: { API_TOKEN: 'hush' } },
  },
  variables: { API_TOKEN: 'hush' },
}

const network: CaseGroup = {
  name: 'network',
  services: {
    aliases: { ...app, networks: { default: { aliases: ['store', 'store.internal'] } } },
    host: { ...app, hostname: 'Shop_Host' },
    container: { ...app, container_name: 'the_container' },
    under_score: app,
    order: {
      ...app,
      depends_on: { aliases: { condition: 'service_started' }, host: { condition: 'service_started' } },
    },
    checked: { ...app, healthcheck: { test: ['CMD', 'true'], interval: '2s', timeout: '3s', retries: 4 } },
    'checked-list': { ...app, healthcheck: { test: ['CMD', 'node', '-e', 'process.exit(0)'], interval: '2s' } },
    hosts: { ...app, extra_hosts: ['db.example.com:10.1.2.3', 'six=2620:fe::fe'] },
    'checked-shell': { ...app, healthcheck: { test: 'true', start_period: '1s' } },
    unchecked: { ...app, healthcheck: { disable: true } },
  },
}

const storage: CaseGroup = {
  name: 'storage',
  services: {
    'volume-short': { ...app, volumes: ['one:/data'] },
    'volume-shared': { ...app, volumes: ['one:/shared'] },
    'volume-long': { ...app, volumes: [{ type: 'volume', source: 'two', target: '/var/lib/two' }] },
    'volume-anonymous': { ...app, volumes: ['/anonymous'] },
    'config-text': { ...app, configs: [{ source: 'stated', target: '/etc/stated.conf' }] },
    'config-mode': { ...app, configs: [{ source: 'stated', target: '/etc/stated.sh', mode: 0o755 }] },
    'config-owner': {
      ...app,
      configs: [{ source: 'stated', target: '/etc/owned.conf', uid: '1000', gid: '1001', mode: 0o440 }],
    },
    folder: { ...app, volumes: ['./data:/var/lib/data'] },
  },
  reads: {
    'config-text': ['/etc/stated.conf'],
    'config-mode': ['/etc/stated.sh'],
    'config-owner': ['/etc/owned.conf'],
  },
  top: { volumes: { one: {}, two: null }, configs: { stated: { content: 'mode = "fast"\n' } } },
}

const repository: CaseGroup = {
  name: 'repository',
  services: {
    'file-short': { ...app, volumes: ['./settings/app.conf:/etc/app.conf:ro'] },
    'file-long': { ...app, volumes: [{ type: 'bind', source: './settings/app.conf', target: '/srv/app.conf' }] },
    'folder-files': { ...app, volumes: ['./settings:/etc/settings:ro'] },
    'config-file': { ...app, configs: ['plain'] },
    'variables-file': { ...app, env_file: 'plain.env' },
  },
  reads: {
    'file-short': ['/etc/app.conf'],
    'file-long': ['/srv/app.conf'],
    'folder-files': ['/etc/settings/app.conf', '/etc/settings/b.conf'],
    'config-file': ['/plain'],
  },
  top: { configs: { plain: { file: './settings/app.conf' } } },
  files: { 'settings/app.conf': 'one = 1\n', 'settings/b.conf': 'two = "é"\n', 'plain.env': 'FROM_FILE=yes\n' },
}

export const caseGroups: readonly CaseGroup[] = [
  network,
  storage,
  commands,
  processes,
  resources,
  environment,
  repository,
]
