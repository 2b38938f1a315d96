/**
 * A notice as mail: the same text as plain text and as HTML, without external resources. Mail programs turn text that
 * looks like a link into one, and a commit message in the operator's mail would be an ideal place for phishing; so
 * untrusted text can't contain links.
 */
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { escapeHtml, fitText, withoutLinks } from './fit-text.policy.ts'

export interface NoticeMail {
  subject: string
  text: string
  html: string
}

const subjectLength = 150
const colors = { info: '#1d4ed8', warning: '#b45309', critical: '#b91c1c' } as const

export function composeMail(message: NoticeMessage): NoticeMail {
  const inert: NoticeMessage = {
    ...message,
    title: withoutLinks(message.title),
    ...(message.cause === undefined ? {} : { cause: withoutLinks(message.cause) }),
    ...(message.remedy === undefined ? {} : { remedy: withoutLinks(message.remedy) }),
    facts: message.facts.map(({ label, value }) => ({ label, value: withoutLinks(value) })),
  }
  return { subject: fitText(message.title, subjectLength), text: textOf(inert), html: htmlOf(inert) }
}

function textOf({ title, cause, remedy, facts, link, severity }: NoticeMessage): string {
  const lines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const parts = [title, cause, remedy, lines === '' ? undefined : lines, link, `Severity: ${severity}`]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function htmlOf({ title, cause, remedy, facts, link, severity }: NoticeMessage): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th style="text-align:left;padding:2px 12px 2px 0">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="font-family:sans-serif;font-size:15px;line-height:1.4">',
    `<h1 style="font-size:19px;color:${colors[severity]}">${escapeHtml(title)}</h1>`,
    ...[cause, remedy].flatMap((text) => (text === undefined ? [] : [`<p>${escapeHtml(text)}</p>`])),
    ...(rows.length === 0 ? [] : [`<table style="border-collapse:collapse">${rows.join('')}</table>`]),
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link)}">Open in Longshore</a></p>`]),
    `<p style="color:#666">Severity: ${severity}</p></body></html>`,
  ].join('\n')
}
