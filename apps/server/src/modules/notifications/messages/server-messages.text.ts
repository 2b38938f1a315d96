/** Messages about servers. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, type MessageParts, nameOf, optional, sentence, textOf } from './message-parts.text.ts'

type ServerNotice = NoticeOf<
  'server_unreachable' | 'server_recovered' | 'server_drifted' | 'server_hardened' | 'host_key_changed'
>

export function describeServer(notice: ServerNotice): MessageParts {
  const { server } = notice
  return {
    ...describeWhat(nameOf(server.name), notice),
    page: pageLinks.server(server.id),
    facts: [
      ...fact('Server', server.name),
      ...fact('Host', server.host),
      ...fact('Since', 'since' in notice ? notice.since : null),
    ],
  }
}

function describeWhat(name: string, notice: ServerNotice): Pick<MessageParts, 'title' | 'cause' | 'remedy'> {
  switch (notice.event) {
    case 'server_unreachable':
      return {
        title: `Server ${name} is unreachable`,
        ...optional('cause', textOf(notice.detail)),
        remedy: 'Apps on it might still be running. Check that the machine is up and accepts SSH connections.',
      }
    case 'server_recovered':
      return { title: `Server ${name} is reachable again` }
    case 'server_drifted':
      return {
        title: `Server ${name} was changed outside Longshore`,
        ...optional('cause', textOf(notice.findings.map(sentence).join(' '))),
        remedy: 'Check its security page and harden it again, or accept the change.',
      }
    case 'server_hardened':
      return { title: `Server ${name} was hardened`, cause: `${notice.changes} changes were applied and confirmed.` }
    case 'host_key_changed':
      return {
        title: `The host key of server ${name} changed`,
        ...optional('cause', textOf(notice.detail)),
        remedy: 'Nothing was sent to the server. Accept the new key only if you know why it changed.',
      }
  }
}
