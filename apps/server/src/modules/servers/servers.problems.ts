/** API problems of servers. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const serverProblems = defineProblems({
  server_exists: {
    status: 409,
    title: 'The server is already registered',
    detail: 'Your organization already has a server with this host and port.',
    hint: 'Use that server, or delete it first.',
  },
  server_in_use: {
    status: 409,
    title: 'The server is in use',
    detail: 'Something still uses this server.',
    hint: 'Move or delete what uses it, or repeat with ?force=true.',
  },
  server_already_managed: {
    status: 409,
    title: 'Another instance manages this server',
    detail: 'The owner file on the server names another instance or organization.',
    hint: 'Delete the server there permanently, or purge it from the trash. If that instance is gone for good, remove /var/lib/longshore/owner.json on the server and check again.',
  },
  server_not_connected: {
    status: 409,
    title: "The server isn't connected",
    detail: "Longshore can't reach this server right now.",
    hint: 'Fix the problem shown for the server, then try again.',
  },
  server_being_deleted: {
    status: 409,
    title: 'The server is being deleted',
    detail: 'Someone already requested the deletion of this server.',
    hint: "Wait until it's deleted. Register it again if you still need it.",
  },
  server_busy: {
    status: 409,
    title: 'Already in progress',
    detail: "The same task was already requested for this server and hasn't finished.",
    hint: 'Wait for it to finish. The task shows its progress.',
  },
  docker_already_installed: {
    status: 409,
    title: 'The server already has Docker',
    detail: 'Longshore installs Docker only on servers without it.',
    hint: "If Docker is too old, update it with the server's package manager.",
  },
  host_key_not_offered: {
    status: 409,
    title: "The server doesn't show this host key",
    detail: "The fingerprint isn't among the keys the server last showed.",
    hint: 'Compare it with offeredHostKeys, and with ssh-keygen -lf on the server itself.',
  },
  allowances_on_control_plane: {
    status: 409,
    title: 'This machine runs Longshore itself',
    detail: 'A container that uses parts of this machine could reach the data and the keys of the whole instance.',
    hint: 'Connect another server, allow it there, and move the environment to that server.',
  },
  allowances_on_shared_machine: {
    status: 409,
    title: 'Several organizations use this machine',
    detail: 'A container that uses parts of this machine could reach the apps of another organization.',
    hint: 'Connect a server that only this organization uses, and allow it there.',
  },
  jump_server_unusable: {
    status: 422,
    title: "The jump server can't be used",
    detail: "A server can't be its own jump server, and jump servers can't be chained.",
    hint: 'Choose a server in the same organization that Longshore connects to directly.',
  },
})
