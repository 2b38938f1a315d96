import type { MailContent } from '../../../platform/mail/mail-message.ts'

export function testEmail(publicUrl: string): MailContent {
  return {
    subject: 'Longshore can send email',
    text: `This is a test email from ${publicUrl}. You requested it on the Instance page.\n\nYour mail server works. You don't need to do anything.\n`,
  }
}
