/** Texts of findings that prevent an adoption, or that say what is different afterwards. */
import type { StackFinding } from './adoptions.schemas.ts'
import type { Hazard } from './running-stack.policy.ts'

type Texts = Pick<StackFinding, 'cause' | 'remedy'>

const blocking = {
  privileged: {
    cause: 'The container is privileged, so it controls the whole server.',
    remedy:
      'Remove `privileged` from the compose file if the service works without it. Otherwise leave the service where it is.',
  },
  host_network: {
    cause: 'The container uses the network of the server.',
    remedy: 'Publish ports instead of using `network_mode: host`, then list the projects again.',
  },
  shared_network: {
    cause: 'The container uses the network of another container.',
    remedy:
      'Remove `network_mode` from the compose file, and reach the other service by its name. Then list the projects again.',
  },
  host_namespace: {
    cause: 'The container shares processes or memory with the server or another container.',
    remedy: 'Remove `pid` and `ipc` from the compose file, then list the projects again.',
  },
  docker_socket: {
    cause: 'The container mounts the Docker socket, so it controls the whole server.',
    remedy: 'Leave this service out. Longshore deploys, restarts, and routes without such helpers.',
  },
  devices: {
    cause: 'The container uses devices of the server.',
    remedy: 'Leave this service out. An adoption takes over no devices.',
  },
  capabilities: {
    cause: 'The container has capabilities that can affect the server.',
    remedy: 'Remove `cap_add` from the compose file if the service works without it.',
  },
  system_mount: {
    cause: 'The container mounts a system folder of the server, or a folder above the data of many programs.',
    remedy: 'Mount only the folder with the data of this service, then list the projects again.',
  },
  large_file: {
    cause: 'The container mounts a single file that is larger than 64 KB, or that is not text.',
    remedy: 'Mount the folder that contains the file, or build the file into the image.',
  },
  not_running: {
    cause: 'No service of the project is running.',
    remedy: 'Start it with `docker compose up --detach`, then list the projects again.',
  },
  no_service: {
    cause: 'Every running service of the project is left out.',
    remedy: 'Create an environment from the images instead.',
  },
  too_large: {
    cause: 'The project has more services or variables than an environment can have.',
    remedy: 'Split the compose project into several projects, then list them again.',
  },
  not_supported: {
    cause: 'The service has a setting that Longshore does not support.',
    remedy: 'Change the setting in the compose file, then list the projects again.',
  },
  shared_data: {
    cause: 'Another running container writes to the same volume or folder, and it keeps running after the switch.',
    remedy: 'Adopt both services together, or stop the other container. Then list the projects again.',
  },
  image_gone: {
    cause: 'The image of the running container was removed from the server.',
    remedy: 'Recreate the container with `docker compose up --detach`, then list the projects again.',
  },
} as const satisfies Record<string, Texts>
type BlockingCode = keyof typeof blocking

const notes = {
  extra_hosts: {
    cause: 'The container has extra hosts, such as a name for the server itself. The new container does not have them.',
    remedy:
      'Check that the service works without them. Before the switch, you can add hosts with an IP address in its container settings.',
  },
  own_proxy: {
    cause: 'This is the project’s own reverse proxy. Longshore’s proxy takes over its ports at the switch.',
    remedy: 'Attach your domains to the environment, and set up the redirects and headers that you need there.',
  },
  stopped: {
    cause: 'The service is not running, so it is left out.',
    remedy: 'Add it to the environment later if you need it, for example as a job.',
  },
  published_port: {
    cause:
      'The port is published on the server today. Afterwards, only HTTP of web services is reachable from outside.',
    remedy: 'Reach other services by their name inside the environment.',
  },
  local_image: {
    cause: 'The image exists only on this server. The environment runs exactly this image.',
    remedy: 'For updates, push the image to a registry or connect its repository.',
  },
  plain_database: {
    cause: 'The database stays an ordinary service with the same password. Its volume is copied file by file.',
    remedy: 'For scheduled dumps and password rotation, import a dump into a managed database later.',
  },
  writable_file: {
    cause: 'The container can change a mounted file. Afterwards, its changes last until the next deployment.',
    remedy: 'Mount the folder that contains the file if the program has to change it.',
  },
  read_only_folder: {
    cause: 'A folder that was mounted read-only becomes a volume that the container can write to.',
    remedy: 'You don’t need to do anything. The copy is independent of the folder on the server.',
  },
  ignored_setting: {
    cause:
      'Longshore does not take over a setting of the container: an unusual variable name, a limit, or a kernel parameter.',
    remedy: 'Compare the plan with your compose file to see what is missing.',
  },
} as const satisfies Record<string, Texts>
type NoteCode = keyof typeof notes

export function blockedBy(code: BlockingCode, service: string | null, detail?: string): StackFinding {
  const { cause, remedy } = blocking[code]
  return { code, severity: 'blocks', service, cause: detail === undefined ? cause : `${cause} ${detail}`, remedy }
}

export function noteOn(code: NoteCode, service: string | null): StackFinding {
  return { code, severity: 'note', service, ...notes[code] }
}

/** Extra host names only break what uses them. */
export function findingOf(hazard: Hazard, service: string): StackFinding {
  return hazard === 'extra_hosts' ? noteOn(hazard, service) : blockedBy(hazard, service)
}
