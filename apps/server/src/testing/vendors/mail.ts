/** Renders a mail like a mail program: links and loaded resources. */
import { findLinks, type RenderedMessage } from './vendor.ts'

export function readMail({ subject, text, html }: { subject: string; text: string; html: string }): RenderedMessage {
  const content = html.replace(/<[^<>]{0,300}>/g, ' ')
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)[\s>]/gi)].map(([, tag = '']) => tag.toLowerCase()))
  const known = ['html', 'head', 'meta', 'body', 'h1', 'p', 'table', 'tr', 'th', 'td', 'a']
  const odd = [...tags].filter((tag) => !known.includes(tag))
  return {
    faults: [
      ...(/[\r\n]/.test(subject) || subject.length > 200 ? ['subject'] : []),
      ...odd.map((tag) => `unknown tag ${tag}`),
      ...(/\bon\w+=|\bsrc=|javascript:/i.test(html.replace(/>[^<>]{0,2000}</g, '><'))
        ? ['active or loaded content']
        : []),
      ...(text.trim() === '' ? ['no text'] : []),
    ],
    pings: [],
    links: [...hrefs, ...findLinks(text), ...findLinks(content)],
    text: `${subject}\n${text}`,
  }
}
