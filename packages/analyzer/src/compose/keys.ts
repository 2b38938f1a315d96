/**
 * Every key of the compose format and what becomes of it. What is not in here is refused: a key is supported because somebody
 * thought about it. docs/reference/compose.md is made of this table.
 */
export type Verdict = 'supported' | 'ignored' | 'refused'

export interface KeyRule {
  readonly verdict: Verdict
  /** What it becomes, or what to do instead. */
  readonly instead: string
}

const supported = (instead: string): KeyRule => ({ verdict: 'supported', instead })
const ignored = (instead: string): KeyRule => ({ verdict: 'ignored', instead })
const refused = (instead: string): KeyRule => ({ verdict: 'refused', instead })

const noPrivilege = refused('Containers run without extra rights; build what the process needs into its image.')
const noHost = refused('Each environment has its own network and namespaces; reach other services by their names.')
const noLimit = ignored('Set memory, CPU and process limits in the settings of the service.')
const noLog = ignored('Logs are collected, rotated and shown by Longshore.')

export const serviceKeys: Readonly<Record<string, KeyRule>> = {
  build: supported('Built from the repository with the Dockerfile, or with a generated one where there is none.'),
  image: supported('A database image becomes a database, any other a service of that image.'),
  command: supported('The start command; words of a list are quoted.'),
  entrypoint: supported('Put in front of the command.'),
  ports: supported('The port inside the container; the proxy reaches it, nothing is published on the server.'),
  expose: supported('The port inside the container when `ports` names none.'),
  environment: supported('Variables of the service.'),
  env_file: supported('Names of the variables in a file of the repository; values of secrets are not taken over.'),
  healthcheck: supported('A request with curl or wget becomes an HTTP check, anything else a command.'),
  volumes: supported(
    'Named volumes, each of one service: a second service that mounts it is refused. Paths of the server are refused: build files into the image, keep data in a named volume.',
  ),
  depends_on: supported(
    'Order of the start; a service that others wait for to complete becomes their release command.',
  ),
  networks: supported('Aliases are kept; all services of an environment share its network.'),
  profiles: supported('A service with a profile is left out: add it in the settings when it is wanted.'),
  hostname: supported('Kept as another name of the service on the network.'),
  labels: supported('A port for the proxy is read from Traefik labels; others have no effect.'),
  restart: ignored('Services are restarted always, with back-off.'),
  stop_signal: ignored('Set STOPSIGNAL in the Dockerfile.'),
  stop_grace_period: ignored('Set drainSeconds of the service.'),
  working_dir: ignored('Set WORKDIR in the Dockerfile.'),
  user: ignored('Set USER in the Dockerfile.'),
  init: ignored('An init process is always used.'),
  tty: ignored('Services have no terminal; use a run of a command.'),
  stdin_open: ignored('Services have no terminal; use a run of a command.'),
  platform: ignored('Images are built for the server they run on.'),
  pull_policy: ignored('An image is pulled for each deployment and pinned by digest.'),
  scale: ignored('Set replicas of the service.'),
  deploy: ignored('Set replicas, memory and CPU in the settings of the service.'),
  develop: ignored('Only for work on a person’s own machine.'),
  attach: ignored('Only for work on a person’s own machine.'),
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
  read_only: ignored('Set it in the settings of the service when the image allows it.'),
  tmpfs: ignored('Every container may write to /tmp; use a volume for what has to stay.'),
  privileged: noPrivilege,
  cap_add: noPrivilege,
  cap_drop: ignored('All capabilities but a few are dropped anyway.'),
  security_opt: noPrivilege,
  devices: noPrivilege,
  device_cgroup_rules: noPrivilege,
  gpus: refused('Servers with graphics cards are not supported yet.'),
  group_add: refused('Set the group in the Dockerfile.'),
  sysctls: refused('Set kernel parameters on the server itself.'),
  cgroup: noHost,
  cgroup_parent: refused('Limits are set in the settings of the service.'),
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
  oom_kill_disable: refused('A service that takes too much memory is ended; raise its limit instead.'),
  oom_score_adj: refused('Raise the memory limit of the service instead.'),
  extends: refused('Write the service out in this file, or use a YAML anchor.'),
  volumes_from: refused(
    'Services can’t share a volume: run both programs in one service, or keep the files in an object store.',
  ),
  configs: refused('Build the file into the image, or use a variable.'),
  secrets: refused('Use a secret variable of the environment.'),
  container_name: refused('Containers are named by deployment; the name is kept as an alias on the network.'),
  links: refused('Services reach each other by name; an alias of a link is kept.'),
  external_links: refused('Services of other environments are reached by their domain.'),
  extra_hosts: refused('Use a name in DNS, or a variable with the address.'),
  dns: refused('The resolver of the server is used.'),
  dns_search: refused('The resolver of the server is used.'),
  dns_opt: refused('The resolver of the server is used.'),
  domainname: refused('Add a domain to the environment.'),
  mac_address: refused('Addresses are given by the network.'),
  storage_opt: refused('Set quotas on the server itself.'),
  use_api_socket: refused('No container gets the socket of the engine.'),
  post_start: refused('Use the release command, or an entrypoint of the image.'),
  pre_stop: refused('Handle SIGTERM in the program.'),
  provider: refused('Run it as a service of its own.'),
  models: refused('Give the address of the model as a variable.'),
}

export const buildKeys: Readonly<Record<string, KeyRule>> = {
  context: supported('A folder of the repository.'),
  dockerfile: supported('A file of the repository.'),
  target: supported('The stage that is built.'),
  args: supported('Variables with scope build.'),
  dockerfile_inline: refused('Put it into a file of the repository.'),
  ssh: refused('Use a secret of the build, or a token in a variable with scope build.'),
  secrets: refused('Use a variable with scope build.'),
  entitlements: refused('Builds run without extra rights.'),
  privileged: refused('Builds run without extra rights.'),
  isolation: refused('Builds run without extra rights.'),
  network: refused('Builds have the network of the builder.'),
  extra_hosts: refused('Use a name in DNS.'),
  additional_contexts: refused('Use one context that holds everything, or a stage of the Dockerfile.'),
  cache_from: ignored('The builder of the server keeps its own cache.'),
  cache_to: ignored('The builder of the server keeps its own cache.'),
  no_cache: ignored('A deployment can be started without the cache.'),
  pull: ignored('Base images are checked for each build.'),
  labels: ignored('Labels are set by Longshore.'),
  tags: ignored('Images are named by deployment.'),
  platforms: ignored('Images are built for the server they run on.'),
  shm_size: ignored('Set limits in the settings of the server.'),
  ulimits: ignored('Set limits in the settings of the server.'),
  provenance: ignored('It has no effect.'),
  sbom: ignored('It has no effect.'),
}

export const topKeys: Readonly<Record<string, KeyRule>> = {
  services: supported('Each becomes a service or a database.'),
  volumes: supported('Named volumes of the environment; drivers and their options are refused.'),
  version: ignored('The format no longer has versions.'),
  name: ignored('The project has a name.'),
  networks: ignored('All services of an environment share its network.'),
  include: refused('Write everything into one file.'),
  configs: refused('Build the file into the image, or use a variable.'),
  secrets: refused('Use secret variables of the environment.'),
  models: refused('Give the address of the model as a variable.'),
}

const unknownKey = refused("Longshore doesn't know this key. Set it as a setting of the service.")

/** Extensions (`x-…`) are only places for anchors. */
export function ruleOf(rules: Readonly<Record<string, KeyRule>>, key: string): KeyRule {
  if (key.startsWith('x-')) return ignored('')
  return Object.hasOwn(rules, key) ? (rules[key] ?? unknownKey) : unknownKey
}
