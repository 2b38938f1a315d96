/** What is said about servers. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, nameOf, optional, type Saying, textOf } from './message-parts.ts'

type ServerNotice = NoticeOf<
  'server_unreachable' | 'server_recovered' | 'server_drifted' | 'server_hardened' | 'host_key_changed'
>

export function sayServer(notice: ServerNotice): Saying {
  const { server } = notice
  return {
    ...sayWhat(nameOf(server.name), notice),
    page: pageLinks.server(server.id),
    facts: [
      ...fact('Server', server.name),
      ...fact('Address', server.host),
      ...fact('Since', 'since' in notice ? notice.since : null),
    ],
  }
}

function sayWhat(name: string, notice: ServerNotice): Pick<Saying, 'title' | 'cause' | 'remedy'> {
  switch (notice.event) {
    case 'server_unreachable':
      return {
        title: `Server ${name} cannot be reached`,
        ...optional('cause', textOf(notice.detail)),
        remedy: 'What runs on it may still serve. See whether the machine is up and takes connections by SSH.',
      }
    case 'server_recovered':
      return { title: `Server ${name} can be reached again` }
    case 'server_drifted':
      return {
        title: `Server ${name} is no longer as it was set up`,
        ...optional('cause', textOf(notice.findings.map(sentence).join(' '))),
        remedy: 'Look at its security state and harden it again, or accept the change.',
      }
    case 'server_hardened':
      return { title: `Server ${name} was hardened`, cause: `${notice.changes} changes were made and confirmed.` }
    case 'host_key_changed':
      return {
        title: `Server ${name} shows another host key`,
        ...optional('cause', textOf(notice.detail)),
        remedy: 'Nothing was sent to it. Accept the new key only if you know why it changed.',
      }
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
