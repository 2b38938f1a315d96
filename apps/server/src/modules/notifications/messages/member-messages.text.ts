/** Messages about members of an organization and their tokens. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeOf } from '../../notices/notice-events.schemas.ts'
import { fact, type MessageParts, nameOf } from './message-parts.text.ts'

type MemberNotice = NoticeOf<'member_joined' | 'member_removed' | 'member_role_changed'>

export function describeMember(notice: MemberNotice): MessageParts {
  const { member, by } = notice
  const name = nameOf(member.name)
  return {
    title: memberTitle(name, notice),
    page: pageLinks.team(),
    facts: [...fact('Email', member.email), ...fact('Role', member.role), ...fact('By', by?.name ?? null)],
  }
}

export function describeToken({ event, token, by }: NoticeOf<'token_created' | 'token_revoked'>): MessageParts {
  const isNew = event === 'token_created'
  return {
    title: `API token ${nameOf(token.name)} was ${isNew ? 'created' : 'revoked'}`,
    ...(isNew ? { remedy: 'If nobody on your team did this, revoke the token and check the audit log.' } : {}),
    page: pageLinks.tokens(),
    facts: [...fact('Scopes', token.scopes.join(', ')), ...fact('By', by?.name ?? null)],
  }
}

function memberTitle(name: string, notice: MemberNotice): string {
  switch (notice.event) {
    case 'member_joined':
      return `${name} joined the organization`
    case 'member_removed':
      return `${name} is no longer a member`
    case 'member_role_changed':
      return `${name} is now ${nameOf(notice.member.role)}, previously ${nameOf(notice.previousRole)}`
  }
}
