/** What can go wrong with servers, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const serverProblems = defineProblems({
  server_exists: {
    status: 409,
    title: 'The server is registered already',
    detail: 'The organisation has a server with this host and port.',
    hint: 'Use the registered one, or delete it first.',
  },
  server_in_use: {
    status: 409,
    title: 'The server is in use',
    detail: 'Something still needs this server.',
    hint: 'Move or delete what uses it, or repeat with ?force=true.',
  },
  server_already_managed: {
    status: 409,
    title: 'Another installation manages this server',
    detail: 'The owner file on the server names another installation or organisation.',
    hint: 'Delete the server there. If that installation is gone for good, remove /var/lib/longshore/owner.json on the server and check again.',
  },
  server_not_connected: {
    status: 409,
    title: 'The server is not connected',
    detail: 'This needs a server that can be reached now.',
    hint: 'Look at the problem of the server, put it right, and try again.',
  },
  server_being_deleted: {
    status: 409,
    title: 'The server is being deleted',
    detail: 'Deletion of this server was requested before.',
    hint: 'Wait until it is gone; register it again if you still need it.',
  },
  server_busy: {
    status: 409,
    title: 'This is under way already',
    detail: 'The same work on this server was requested before and has not finished.',
    hint: 'Wait for it to finish; its task shows how far it is.',
  },
  docker_present: {
    status: 409,
    title: 'The server has Docker already',
    detail: 'Docker is installed only where there is none.',
    hint: 'Update it with the package manager of the server if it is too old.',
  },
  host_key_not_offered: {
    status: 409,
    title: 'The server does not show this host key',
    detail: 'The fingerprint is not among the keys that the server showed last.',
    hint: 'Compare with offeredHostKeys, and with ssh-keygen -lf on the server itself.',
  },
  jump_server_unusable: {
    status: 422,
    title: 'The jump server cannot be used',
    detail: 'A server cannot be reached through itself, nor through one that needs a jump itself.',
    hint: 'Choose a server of the same organisation that is reached directly.',
  },
})
