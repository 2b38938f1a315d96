/** Rules for the keys inside of other keys. docs/reference/compose.md is generated from these tables. */
import { ignored, type KeyRules, mapped, quiet, refused, supported } from './key-rules.ts'

export const healthKeys: KeyRules = {
  test: supported('HTTP request or command. `NONE` turns the check off.'),
  interval: supported('Time between two checks, in whole seconds from 1 to 300.'),
  timeout: supported('Time after which a check fails, in whole seconds from 1 to 120.'),
  retries: supported('Failed checks that are accepted, from 1 to 100.'),
  start_period: supported('Time after the start in which failures don’t count, in whole seconds up to 1,800.'),
  start_interval: ignored('Checks use the same interval from the start.'),
  disable: supported('Turns the check of the image off. Longshore still requests `/` of web services.'),
}

export const deployKeys: KeyRules = {
  replicas: supported('Number of containers, from 1 to 50. A service with 0 is left out.'),
  resources: supported('Limits for each container.'),
  mode: ignored('An environment runs on one server. Set replicas for several containers.'),
  endpoint_mode: ignored('The network balances requests between the containers.'),
  labels: quiet(ignored('Labels have no effect.')),
  placement: ignored('An environment runs on the server that you choose for it.'),
  restart_policy: ignored('Services always restart, with back-off.'),
  update_config: ignored('A deployment starts new containers, checks them, and switches traffic.'),
  rollback_config: ignored('A deployment that fails keeps the live version.'),
}

export const resourceKeys: KeyRules = {
  limits: supported('Memory, CPU cores, and processes.'),
  reservations: supported('Only checked: Longshore reserves nothing.'),
}

export const limitKeys: KeyRules = {
  memory: supported('Memory limit, at least 16 MB.'),
  cpus: supported('CPU limit in cores, at least 0.05.'),
  pids: supported('Process limit, at least 16.'),
}

export const reservationKeys: KeyRules = {
  memory: ignored('Longshore reserves no memory. Set a limit on the other services.'),
  cpus: ignored('Longshore reserves no CPU cores. Set a limit on the other services.'),
  devices: refused('GPUs and other devices are not supported yet.'),
  generic_resources: refused('GPUs and other devices are not supported yet.'),
}

const noAddress = ignored('The network assigns addresses. Services reach each other by name.')

/** Keys of a network of a service. */
export const networkKeys: KeyRules = {
  aliases: supported('Additional hostnames of the service.'),
  ipv4_address: noAddress,
  ipv6_address: noAddress,
  link_local_ips: noAddress,
  interface_name: noAddress,
  mac_address: refused('The network assigns addresses.'),
  driver_opts: ignored('The network has no options.'),
  priority: quiet(ignored('All services of an environment share its network.')),
  gw_priority: quiet(ignored('All services of an environment share its network.')),
}

const oneNetwork = quiet(ignored('All services of an environment share its network.'))

/** Keys of a network at the top level. */
export const topNetworkKeys: KeyRules = {
  driver: oneNetwork,
  driver_opts: ignored('The network has no options.'),
  attachable: oneNetwork,
  enable_ipv4: oneNetwork,
  enable_ipv6: oneNetwork,
  external: ignored('Services of other environments are reached through their domain.'),
  internal: ignored(
    'The network isn’t isolated: its services can reach the internet. Restrict traffic in the programs.',
  ),
  ipam: noAddress,
  labels: oneNetwork,
  name: oneNetwork,
}

/** Keys of a volume at the top level. */
export const volumeKeys: KeyRules = {
  driver: refused('Volumes have no drivers or options. Remove them.'),
  driver_opts: refused('Volumes have no drivers or options. Remove them.'),
  external: refused('Longshore creates a new volume. Import the data of the old one.'),
  name: ignored('Longshore names volumes by service.'),
  labels: ignored('Labels have no effect.'),
}

/** Keys of the long form of `volumes` of a service. */
export const mountKeys: KeyRules = {
  type: supported('`volume`, `bind` for a path of the repository, or `tmpfs`.'),
  source: supported('Name of the volume, or path in the repository.'),
  src: supported('Short for source.'),
  target: supported('Absolute path in the container.'),
  dst: supported('Short for target.'),
  destination: supported('Another name of target.'),
  read_only: quiet(mapped('Files are placed again for each container. Named volumes are writable.')),
  readonly: quiet(mapped('Files are placed again for each container. Named volumes are writable.')),
  tmpfs: supported('Size and mode of a folder in memory.'),
  bind: quiet(ignored('Files are placed into the container, not mounted.')),
  volume: supported('Options of a named volume: nocopy has no effect, subpath is rejected.'),
  consistency: quiet(ignored('Only for local development.')),
  content: mapped('Text of a file in the container, as in Coolify.'),
  mode: quiet(mapped('Mode of a file with `content`, as in Coolify.')),
  is_directory: quiet(ignored('Only for Coolify. A path without an extension becomes a volume.')),
  isDirectory: quiet(ignored('Only for Coolify. A path without an extension becomes a volume.')),
  image: refused('Copy the files in the Dockerfile.'),
  cluster: refused('Use a named volume.'),
}

export const mountedVolumeKeys: KeyRules = {
  nocopy: ignored('A new volume starts with the files of the image.'),
  labels: ignored('Labels have no effect.'),
  subpath: refused('A volume is mounted as a whole. Use a volume of its own for the directory.'),
}

/** Keys of a config or a secret at the top level. */
export const fileKeys: KeyRules = {
  file: supported('File in the repository. A missing one becomes a variable with its text.'),
  content: supported('Text of the file. For a secret, it becomes a variable.'),
  environment: supported('Variable whose value is the text.'),
  external: mapped('It becomes a variable with its text.'),
  name: quiet(ignored('Files have no names outside of the environment.')),
  labels: quiet(ignored('Labels have no effect.')),
  driver: refused('Set the text as a variable.'),
  driver_opts: refused('Set the text as a variable.'),
  template_driver: refused('Write the text without a template.'),
}

/** Keys of the long form of `configs` and `secrets` of a service. */
export const fileUseKeys: KeyRules = {
  source: supported('Name of the config or secret.'),
  target: supported('Absolute path in the container, or a name in `/run/secrets` for a secret.'),
  mode: supported('File mode.'),
  uid: supported('User ID of the owner.'),
  gid: supported('Group ID of the file.'),
}
