/**
 * Every key of the compose format and its handling. Keys that aren't listed are rejected: a key is supported only after
 * a decision. docs/reference/compose.md is generated from this table.
 */
export type Verdict = 'supported' | 'ignored' | 'refused'

export interface KeyRule {
  readonly verdict: Verdict
  /** The resulting field, or what to use instead. */
  readonly instead: string
}

const supported = (instead: string): KeyRule => ({ verdict: 'supported', instead })
const ignored = (instead: string): KeyRule => ({ verdict: 'ignored', instead })
const refused = (instead: string): KeyRule => ({ verdict: 'refused', instead })

const noPrivilege = refused('Containers run without extra privileges. Build what the process needs into its image.')
const noHost = refused('Each environment has its own network and namespaces. Connect to other services by name.')
const noLimit = ignored('Set memory, CPU, and process limits in the service settings.')
const noLog = ignored('Longshore collects, rotates, and shows logs.')

export const serviceKeys: Readonly<Record<string, KeyRule>> = {
  build: supported('Built from the repository with its Dockerfile, or with a generated one.'),
  image: supported('A database image becomes a database, any other image a service.'),
  command: supported('Start command. List items are quoted.'),
  entrypoint: supported('Added in front of the command.'),
  ports: supported('Port inside the container. The proxy connects to it; nothing is published on the server.'),
  expose: supported('Port inside the container if `ports` has none.'),
  environment: supported('Variables for the service.'),
  env_file: supported('Variable names from a file in the repository. Secret values are not copied.'),
  healthcheck: supported('A curl or wget request becomes an HTTP check, anything else a command.'),
  volumes: supported(
    'Named volumes, each for one service: a second service that mounts it is rejected. Server paths are rejected: build files into the image, and keep data in a named volume.',
  ),
  depends_on: supported('Start order. A service that others wait for to complete becomes their release command.'),
  networks: supported('Aliases are kept; all services of an environment share its network.'),
  profiles: supported('Services with a profile are left out. Add them in the settings if you need them.'),
  hostname: supported('Kept as an additional name for the service on the network.'),
  labels: supported('Longshore reads the proxy port from Traefik labels. Other labels have no effect.'),
  restart: ignored('Services always restart, with back-off.'),
  stop_signal: ignored('Set STOPSIGNAL in the Dockerfile.'),
  stop_grace_period: ignored('Set drainSeconds on the service.'),
  working_dir: ignored('Set WORKDIR in the Dockerfile.'),
  user: ignored('Set USER in the Dockerfile.'),
  init: ignored('An init process is always used.'),
  tty: ignored('Services have no terminal. Run a one-off command instead.'),
  stdin_open: ignored('Services have no terminal. Run a one-off command instead.'),
  platform: ignored('Images are built for the server they run on.'),
  pull_policy: ignored('An image is pulled for each deployment and pinned by digest.'),
  scale: ignored('Set replicas on the service.'),
  deploy: ignored('Set replicas, memory, and CPU in the service settings.'),
  develop: ignored('Only for local development.'),
  attach: ignored('Only for local development.'),
  annotations: ignored('They have no effect.'),
  logging: noLog,
  log_driver: noLog,
  log_opt: noLog,
  mem_limit: noLimit,
  mem_reservation: noLimit,
  mem_swappiness: noLimit,
  memswap_limit: noLimit,
  cpus: noLimit,
  cpu_count: noLimit,
  cpu_percent: noLimit,
  cpu_shares: noLimit,
  cpu_period: noLimit,
  cpu_quota: noLimit,
  cpuset: noLimit,
  pids_limit: noLimit,
  ulimits: noLimit,
  shm_size: noLimit,
  read_only: ignored('Set it in the service settings if the image supports it.'),
  tmpfs: ignored('Every container can write to /tmp. Use a volume for data that must persist.'),
  privileged: noPrivilege,
  cap_add: noPrivilege,
  cap_drop: ignored('Longshore drops all but a few capabilities anyway.'),
  security_opt: noPrivilege,
  devices: noPrivilege,
  device_cgroup_rules: noPrivilege,
  gpus: refused('GPUs are not supported yet.'),
  group_add: refused('Set the group in the Dockerfile.'),
  sysctls: refused('Set kernel parameters on the server itself.'),
  cgroup: noHost,
  cgroup_parent: refused('Set limits in the service settings.'),
  network_mode: noHost,
  net: noHost,
  pid: noHost,
  ipc: noHost,
  uts: noHost,
  userns_mode: noHost,
  isolation: noHost,
  runtime: noPrivilege,
  credential_spec: noPrivilege,
  blkio_config: noLimit,
  oom_kill_disable: refused('A service that uses too much memory is killed. Raise its limit instead.'),
  oom_score_adj: refused('Raise the service’s memory limit instead.'),
  extends: refused('Define the whole service in this file, or use a YAML anchor.'),
  volumes_from: refused(
    'Services can’t share a volume: run both programs in one service, or keep the files in an object store.',
  ),
  configs: refused('Build the file into the image, or use a variable.'),
  secrets: refused('Use a secret variable in the environment.'),
  container_name: refused('Longshore names containers by deployment. The name is kept as an alias on the network.'),
  links: refused('Services reach each other by name. Link aliases are kept.'),
  external_links: refused('Connect to services in other environments through their domain.'),
  extra_hosts: refused('Use a DNS name, or a variable with the IP address.'),
  dns: refused('Containers use the server’s resolver.'),
  dns_search: refused('Containers use the server’s resolver.'),
  dns_opt: refused('Containers use the server’s resolver.'),
  domainname: refused('Add a domain to the environment.'),
  mac_address: refused('The network assigns addresses.'),
  storage_opt: refused('Set quotas on the server itself.'),
  use_api_socket: refused('No container gets the Docker socket.'),
  post_start: refused('Use the release command, or an entrypoint in the image.'),
  pre_stop: refused('Handle SIGTERM in the program.'),
  provider: refused('Run it as a separate service.'),
  models: refused('Set the model’s URL as a variable.'),
}

export const buildKeys: Readonly<Record<string, KeyRule>> = {
  context: supported('Directory in the repository.'),
  dockerfile: supported('File in the repository.'),
  target: supported('Stage to build.'),
  args: supported('Variables with scope build.'),
  dockerfile_inline: refused('Put it in a file in the repository.'),
  ssh: refused('Use a build secret, or a token in a variable with scope build.'),
  secrets: refused('Use a variable with scope build.'),
  entitlements: refused('Builds run without extra privileges.'),
  privileged: refused('Builds run without extra privileges.'),
  isolation: refused('Builds run without extra privileges.'),
  network: refused('Builds use the builder’s network.'),
  extra_hosts: refused('Use a DNS name.'),
  additional_contexts: refused('Use one context that contains everything, or a stage in the Dockerfile.'),
  cache_from: ignored('The server’s builder has its own cache.'),
  cache_to: ignored('The server’s builder has its own cache.'),
  no_cache: ignored('You can start a deployment without the cache.'),
  pull: ignored('Base images are checked for each build.'),
  labels: ignored('Longshore sets labels.'),
  tags: ignored('Longshore names images by deployment.'),
  platforms: ignored('Images are built for the server they run on.'),
  shm_size: ignored('Set limits in the server settings.'),
  ulimits: ignored('Set limits in the server settings.'),
  provenance: ignored('It has no effect.'),
  sbom: ignored('It has no effect.'),
}

export const topKeys: Readonly<Record<string, KeyRule>> = {
  services: supported('Each becomes a service or a database.'),
  volumes: supported('Named volumes of the environment. Drivers and their options are rejected.'),
  version: ignored('The format no longer has versions.'),
  name: ignored('The project has a name.'),
  networks: ignored('All services of an environment share its network.'),
  include: refused('Put everything in one file.'),
  configs: refused('Build the file into the image, or use a variable.'),
  secrets: refused('Use secret variables in the environment.'),
  models: refused('Set the model’s URL as a variable.'),
}

const unknownKey = refused("Longshore doesn't know this key. Set it in the service settings.")

/** Extensions (`x-…`) only contain anchors. */
export function ruleOf(rules: Readonly<Record<string, KeyRule>>, key: string): KeyRule {
  if (key.startsWith('x-')) return ignored('')
  return Object.hasOwn(rules, key) ? (rules[key] ?? unknownKey) : unknownKey
}
