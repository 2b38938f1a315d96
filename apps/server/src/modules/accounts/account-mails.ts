/** The mails of the accounts module: pure text. Links are made from the configured address only. */
import type { RequestContext } from '../../platform/access/actor.ts'
import { pageLinks, toUrl } from '../../platform/links/page-links.policy.ts'
import type { MailContent } from '../../platform/mail/mail-message.ts'

export function verificationMail(code: string, context: RequestContext): MailContent {
  return {
    subject: `${code} is your Longshore code`,
    text: `Your code is ${code}. It is valid for 10 minutes.\n\nSomebody at ${context.ip} is signing up with this address. If it was not you, ignore this mail: without the code nothing happens.\n`,
  }
}

export function alreadyRegisteredMail(publicUrl: string, context: RequestContext): MailContent {
  return {
    subject: 'You already have a Longshore account',
    text: `Somebody at ${context.ip} tried to sign up with this address, which already has an account.\n\nIf it was you, sign in at ${publicUrl}, or ask there for a new password. If not, there is nothing to do.\n`,
  }
}

export function resetMail(publicUrl: string, token: string): MailContent {
  return {
    subject: 'Reset your Longshore password',
    text: `Open this link within 30 minutes to choose a new password:\n\n${toUrl(publicUrl, pageLinks.resetPassword(token))}\n\nIf you did not ask for it, ignore this mail.\n`,
  }
}

export function passwordChangedMail(context: RequestContext, { tokens }: { tokens: number }): MailContent {
  const kept = `You have ${tokens} API ${tokens === 1 ? 'token' : 'tokens'}, which still work. Revoke those you don't know.\n\n`
  return {
    subject: 'Your Longshore password was changed',
    text: `Your password was changed from ${context.ip}. Other sessions were ended.\n\n${tokens === 0 ? '' : kept}If it was not you, reset it at once and check your sessions.\n`,
  }
}

export function newSignInMail(context: RequestContext): MailContent {
  return {
    subject: 'New sign-in to Longshore',
    text: `Your account was used to sign in from a new device at ${context.ip} (${context.userAgent || 'unknown program'}).\n\nIf it was not you, change your password and end that session.\n`,
  }
}

export function mfaChangedMail(enabled: boolean): MailContent {
  return {
    subject: `Two-factor sign-in was turned ${enabled ? 'on' : 'off'}`,
    text: `Two-factor sign-in of your account was turned ${enabled ? 'on' : 'off'}.\n\nIf it was not you, reset your password at once.\n`,
  }
}

export function deletionMail(publicUrl: string, dueAt: Date): MailContent {
  return {
    subject: 'Your Longshore account will be deleted',
    text: `Your account will be deleted on ${dueAt.toISOString().slice(0, 10)}. To keep it, sign in at ${publicUrl} before then.\n`,
  }
}
