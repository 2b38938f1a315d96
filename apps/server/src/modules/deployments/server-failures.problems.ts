/** Failure codes of the connection to a server and its Docker Engine. */
import type { FailureTexts } from '../../platform/durable/run-failure.ts'

export const serverFailures = {
  connection_refused: {
    title: 'The server is unreachable',
    cause: 'The server refused the connection.',
    hint: 'Test the connection to the server to see which step fails. The previous version keeps running.',
    remedy: 'test_server',
  },
  connection_timeout: {
    title: 'The server is unreachable',
    cause: "The server didn't respond in time, even after retries.",
    hint: 'Test the connection to the server to see which step fails. The previous version keeps running.',
    remedy: 'test_server',
  },
  connection_lost: {
    title: 'The connection to the server was lost',
    cause: "The connection broke and couldn't be restored in time.",
    hint: 'Test the connection to the server to see which step fails. The previous version keeps running.',
    remedy: 'test_server',
  },
  host_unreachable: {
    title: 'The server is unreachable',
    cause: "There's no network route to the server.",
    hint: 'Test the connection to the server to see which step fails.',
    remedy: 'test_server',
  },
  docker_unreachable: {
    title: "Docker doesn't respond on the server",
    cause: "The server is reachable, but its Docker Engine doesn't respond.",
    hint: 'Check it on the server with systemctl status docker.',
  },
  docker_missing: {
    title: "Docker isn't installed on the server",
    cause: 'The server has no Docker Engine.',
    hint: 'Let Longshore install Docker on the server.',
    remedy: 'install_docker',
  },
  docker_socket_denied: {
    title: 'No permission to use Docker on the server',
    cause: "The SSH user can't access the Docker Engine socket.",
    hint: 'Add the user to the docker group on the server.',
  },
  host_key_changed: {
    title: "The server's host key changed",
    cause: "The server's host key doesn't match the pinned one. Nothing was sent to it.",
    hint: 'If you reinstalled the server, accept its new host key.',
    remedy: 'accept_host_key',
  },
  key_refused: {
    title: "The server rejects Longshore's key",
    cause: "The server no longer accepts Longshore's key for this user.",
    hint: "Add the server's public key to authorized_keys again.",
  },
} as const satisfies Record<string, FailureTexts>
