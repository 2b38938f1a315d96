/** Inline Markdown: code, links, images, emphasis. Raw HTML has no meaning here: it is shown as text. */
import { escapeHtml, unescapeHtml } from './escape.ts'

export type ResolveLink = (target: string, kind: 'link' | 'image') => string

interface Found {
  html: string
  /** Position after the element. */
  end: number
}

export function renderInline(text: string, resolve: ResolveLink): string {
  let html = ''
  let plainFrom = 0
  for (const { index: at } of text.matchAll(/[\\`![<*_]/g)) {
    // This is inside of an element that was already read.
    if (at < plainFrom) continue
    const found = readSpan(text, at, resolve)
    if (found === undefined) continue
    html += escapeHtml(text.slice(plainFrom, at)) + found.html
    plainFrom = found.end
  }
  return html + escapeHtml(text.slice(plainFrom))
}

/** The same text without marks, for titles and the search. */
export function plainInline(text: string): string {
  const html = renderInline(text, (target) => target)
  return unescapeHtml(html.replaceAll(/<img alt="([^"]*)"[^>]*>/g, '$1').replaceAll(/<[^>]*>/g, ''))
}

function readSpan(text: string, at: number, resolve: ResolveLink): Found | undefined {
  const letter = text.charAt(at)
  if (letter === '\\') return readEscape(text, at)
  if (letter === '`') return readCode(text, at)
  if (letter === '!' && text.charAt(at + 1) === '[') return readImage(text, at, resolve)
  if (letter === '[') return readLink(text, at, resolve)
  if (letter === '<') return readAddress(text, at)
  if (letter === '*' || letter === '_') return readEmphasis(text, at, resolve)
  return undefined
}

function readEscape(text: string, at: number): Found | undefined {
  const next = text.charAt(at + 1)
  return /[!-/:-@[-`{-~]/.test(next) ? { html: escapeHtml(next), end: at + 2 } : undefined
}

/** Requires as many backquotes at the end as at the beginning. */
function readCode(text: string, at: number): Found {
  let size = 1
  while (text.charAt(at + size) === '`') size += 1
  const mark = '`'.repeat(size)
  let end = text.indexOf(mark, at + size)
  while (end !== -1 && text.charAt(end + size) === '`') {
    let past = end + size
    while (text.charAt(past) === '`') past += 1
    end = text.indexOf(mark, past)
  }
  if (end === -1) return { html: mark, end: at + size }
  const inner = text.slice(at + size, end)
  const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== ''
  return { html: `<code>${escapeHtml(isPadded ? inner.slice(1, -1) : inner)}</code>`, end: end + size }
}

function readImage(text: string, at: number, resolve: ResolveLink): Found | undefined {
  const parts = readLinkParts(text, at + 1)
  if (parts === undefined) return undefined
  const source = escapeHtml(resolve(parts.target, 'image'))
  return { html: `<img alt="${escapeHtml(parts.label)}" src="${source}" loading="lazy">`, end: parts.end }
}

function readLink(text: string, at: number, resolve: ResolveLink): Found | undefined {
  const parts = readLinkParts(text, at)
  if (parts === undefined) return undefined
  const target = escapeHtml(resolve(parts.target, 'link'))
  return { html: `<a href="${target}">${renderInline(parts.label, resolve)}</a>`, end: parts.end }
}

/** Parses `[label](target "title")`. */
function readLinkParts(text: string, at: number): { label: string; target: string; end: number } | undefined {
  const close = closingBracket(text, at)
  if (close === undefined || text.charAt(close + 1) !== '(') return undefined
  const end = text.indexOf(')', close)
  if (end === -1) return undefined
  const [target = ''] = text
    .slice(close + 2, end)
    .trim()
    .split(/\s/)
  return { label: text.slice(at + 1, close), target: target.replace(/^<|>$/g, ''), end: end + 1 }
}

function closingBracket(text: string, at: number): number | undefined {
  let depth = 0
  for (let index = at; index < text.length; index += 1) {
    const letter = text.charAt(index)
    if (letter === '\\') index += 1
    else if (letter === '`') index = readCode(text, index).end - 1
    else if (letter === '[') depth += 1
    else if (letter === ']') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return undefined
}

/** Parses `<https://…>`; any other angle bracket is text. */
function readAddress(text: string, at: number): Found | undefined {
  const end = text.indexOf('>', at)
  const address = text.slice(at + 1, end)
  if (end === -1 || !/^https?:\/\/[^\s<]+$/.test(address)) return undefined
  return { html: `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`, end: end + 1 }
}

function readEmphasis(text: string, at: number, resolve: ResolveLink): Found | undefined {
  const letter = text.charAt(at)
  const mark = text.charAt(at + 1) === letter ? letter.repeat(2) : letter
  const begin = at + mark.length
  // An underscore inside of a word is part of the word.
  const isInWord = letter === '_' && /\w/.test(text.charAt(at - 1))
  if (isInWord || /^\s?$/.test(text.charAt(begin))) return undefined
  const end = closingMark(text, begin, mark)
  if (end === undefined) return undefined
  const name = mark.length === 2 ? 'strong' : 'em'
  return { html: `<${name}>${renderInline(text.slice(begin, end), resolve)}</${name}>`, end: end + mark.length }
}

function closingMark(text: string, begin: number, mark: string): number | undefined {
  for (let index = begin; index < text.length; index += 1) {
    const letter = text.charAt(index)
    if (letter === '\\') index += 1
    else if (letter === '`') index = readCode(text, index).end - 1
    else if (text.startsWith(mark, index) && index > begin && !/\s/.test(text.charAt(index - 1))) {
      const after = text.charAt(index + mark.length)
      const isInWord = mark.startsWith('_') && /\w/.test(after)
      if (!isInWord && (mark.length === 2 || after !== mark)) return index
      if (mark.length === 1 && after === mark) index += 1
    }
  }
  return undefined
}
