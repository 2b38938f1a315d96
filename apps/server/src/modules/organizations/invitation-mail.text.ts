import type { Role } from '../../platform/access/permissions.ts'

/** The names contain no line breaks, because their schema refuses control characters. */
export function invitationMail(invitation: { inviter: string; organization: string; role: Role; link: string }): {
  subject: string
  text: string
} {
  const { inviter, organization, role, link } = invitation
  return {
    subject: `Join ${organization} on Longshore`,
    text: `${inviter} invited you to the organization ${organization} on Longshore, as ${role}.\n\nAccept the invitation within seven days:\n\n${link}\n\nThe link works once and only for this email address. If you don't know the sender, ignore this email.\n`,
  }
}
