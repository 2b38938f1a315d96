/** Texts of the account emails. Links use only the configured public URL. */
import type { RequestContext } from '../../platform/access/actor.ts'
import { pageLinks, toUrl } from '../../platform/links/page-links.policy.ts'
import type { MailContent } from '../../platform/mail/mail-message.ts'

export function verificationMail(code: string, context: RequestContext): MailContent {
  return {
    subject: `${code} is your Longshore code`,
    text: `Your code is ${code}. It's valid for 10 minutes.\n\nSomeone at ${context.ip} is signing up with this email address. If it wasn't you, ignore this email. Nothing happens without the code.\n`,
  }
}

export function alreadyRegisteredMail(publicUrl: string, context: RequestContext): MailContent {
  return {
    subject: 'You already have a Longshore account',
    text: `Someone at ${context.ip} tried to sign up with this email address, which already has an account.\n\nIf it was you, sign in at ${publicUrl}, or request a new password there. If not, you don't need to do anything.\n`,
  }
}

export function resetMail(publicUrl: string, token: string): MailContent {
  return {
    subject: 'Reset your Longshore password',
    text: `Open this link within 30 minutes to choose a new password:\n\n${toUrl(publicUrl, pageLinks.resetPassword(token))}\n\nIf you didn't request this, ignore this email.\n`,
  }
}

export function passwordChangedMail(context: RequestContext, { tokens }: { tokens: number }): MailContent {
  const kept = `You have ${tokens} API ${tokens === 1 ? 'token that still works' : 'tokens that still work'}. Revoke any you don't recognize.\n\n`
  return {
    subject: 'Your Longshore password was changed',
    text: `Your password was changed from ${context.ip}. You were signed out everywhere else.\n\n${tokens === 0 ? '' : kept}If it wasn't you, reset your password immediately and check your sessions.\n`,
  }
}

export function newSignInMail(context: RequestContext): MailContent {
  return {
    subject: 'New sign-in to Longshore',
    text: `Someone signed in to your account from a new device at ${context.ip} (${context.userAgent || 'unknown client'}).\n\nIf it wasn't you, change your password and end that session.\n`,
  }
}

export function mfaChangedMail(enabled: boolean): MailContent {
  return {
    subject: `Two-factor sign-in was turned ${enabled ? 'on' : 'off'}`,
    text: `Two-factor sign-in was turned ${enabled ? 'on' : 'off'} for your account.\n\nIf it wasn't you, reset your password immediately.\n`,
  }
}

export function deletionMail(publicUrl: string, dueAt: Date): MailContent {
  return {
    subject: 'Your Longshore account will be deleted',
    text: `Your account will be deleted on ${dueAt.toISOString().slice(0, 10)}. To keep it, sign in at ${publicUrl} before then.\n`,
  }
}
