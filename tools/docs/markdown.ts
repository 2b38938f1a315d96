/**
 * Converts Markdown to HTML, as far as our pages use it: headings, paragraphs, lists, tables, fences, quotes, rules.
 * Comments are removed; any other HTML is shown as text, so nothing in a page can become markup.
 */
import { escapeHtml } from './escape.ts'
import { plainInline, type ResolveLink, renderInline } from './markdown-inline.ts'
import { isTableStart, readTable } from './markdown-table.ts'

export interface Heading {
  level: number
  /** Text without marks. */
  text: string
  anchor: string
}

/** The text after a heading, for the search. */
export interface Section {
  heading: Heading | null
  text: string
}

export interface RenderedPage {
  html: string
  headings: Heading[]
  sections: Section[]
}

interface Rendering {
  resolve: ResolveLink
  headings: Heading[]
  sections: Section[]
  taken: Map<string, number>
}

interface Block {
  html: string
  /** The line after it. */
  next: number
}

const fence = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/
const atx = /^ {0,3}(#{1,6})\s+(.*)$/
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/
const item = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(.*)$/
const quote = /^ {0,3}>/

export function renderMarkdown(text: string, resolve: ResolveLink): RenderedPage {
  const rendering: Rendering = { resolve, headings: [], sections: [{ heading: null, text: '' }], taken: new Map() }
  const html = renderBlocks(text.replaceAll('\r\n', '\n').split('\n'), rendering)
  return { html, headings: rendering.headings, sections: rendering.sections }
}

/** The usual anchor format: lower case, no punctuation, hyphens for spaces; a duplicate gets `-1`. */
export function anchorOf(text: string, taken: Map<string, number>): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
  const count = taken.get(plain)
  taken.set(plain, (count ?? -1) + 1)
  return count === undefined ? plain : `${plain}-${count + 1}`
}

function renderBlocks(lines: readonly string[], rendering: Rendering): string {
  const parts: string[] = []
  for (let at = skipBlank(lines, 0); at < lines.length; ) {
    const block = readBlock(lines, at, rendering)
    if (block.html !== '') parts.push(block.html)
    at = skipBlank(lines, block.next)
  }
  return parts.join('\n')
}

function readBlock(lines: readonly string[], at: number, rendering: Rendering): Block {
  const line = lines[at] ?? ''
  const heading = atx.exec(line)
  if (heading !== null) return { html: addHeading(heading, rendering), next: at + 1 }
  if (fence.test(line)) return readFence(lines, at, rendering)
  if (line.trimStart().startsWith('<!--')) return readComment(lines, at)
  if (rule.test(line)) return { html: '<hr>', next: at + 1 }
  if (isTableStart(lines, at)) return readTable(lines, at, (text) => inline(text, rendering))
  if (quote.test(line)) return readQuote(lines, at, rendering)
  if (item.test(line)) return readList(lines, at, rendering)
  return readParagraph(lines, at, rendering)
}

function addHeading([, marks = '#', raw = '']: readonly string[], rendering: Rendering): string {
  const text = raw.replace(/\s#+\s*$/, '')
  const heading = { level: marks.length, text: plainInline(text), anchor: anchorOf(plainInline(text), rendering.taken) }
  rendering.headings.push(heading)
  rendering.sections.push({ heading, text: '' })
  const { level, anchor } = heading
  const inner = renderInline(text, rendering.resolve)
  if (level === 1) return `<h1 id="${escapeHtml(anchor)}">${inner}</h1>`
  return `<h${level} id="${escapeHtml(anchor)}"><a class="anchor" href="#${escapeHtml(anchor)}">${inner}</a></h${level}>`
}

function readFence(lines: readonly string[], at: number, rendering: Rendering): Block {
  const [, mark = '```', info = ''] = fence.exec(lines[at] ?? '') ?? []
  const indent = /^ */.exec(lines[at] ?? '')?.[0].length ?? 0
  let end = at + 1
  while (end < lines.length && !isClosing(lines[end] ?? '', mark)) end += 1
  const body = lines.slice(at + 1, end).map((each) => each.slice(Math.min(indent, /^ */.exec(each)?.[0].length ?? 0)))
  remember(body.join(' '), rendering)
  const [language = ''] = info.trim().split(/\s+/)
  const name = /^[\w-]+$/.test(language) ? ` class="language-${language}"` : ''
  // A block that is wider than the page can be scrolled, also with the keyboard.
  return { html: `<pre tabindex="0"><code${name}>${escapeHtml(body.join('\n'))}\n</code></pre>`, next: end + 1 }
}

function isClosing(line: string, mark: string): boolean {
  const text = line.trim()
  return text.length >= mark.length && text === mark.charAt(0).repeat(text.length)
}

function readComment(lines: readonly string[], at: number): Block {
  let end = at
  while (end < lines.length && !(lines[end] ?? '').includes('-->')) end += 1
  return { html: '', next: end + 1 }
}

function readQuote(lines: readonly string[], at: number, rendering: Rendering): Block {
  let end = at
  while (end < lines.length && quote.test(lines[end] ?? '')) end += 1
  const inner = lines.slice(at, end).map((each) => each.replace(/^ {0,3}> ?/, ''))
  return { html: `<blockquote>\n${renderBlocks(inner, rendering)}\n</blockquote>`, next: end }
}

function readList(lines: readonly string[], at: number, rendering: Rendering): Block {
  const isOrdered = /\d/.test(item.exec(lines[at] ?? '')?.[2] ?? '')
  const items: string[][] = []
  let isLoose = false
  let next = at
  while (next < lines.length) {
    const match = item.exec(lines[next] ?? '')
    if (match === null || /\d/.test(match[2] ?? '') !== isOrdered) break
    const one = readItem(lines, next, match)
    items.push(one.lines)
    const after = skipBlank(lines, one.next)
    const goesOn = item.test(lines[after] ?? '')
    isLoose ||= one.hasBlank || (after > one.next && goesOn)
    next = goesOn ? after : one.next
  }
  const start = isOrdered ? Number.parseInt(item.exec(lines[at] ?? '')?.[2] ?? '1', 10) : 1
  const name = isOrdered ? 'ol' : 'ul'
  const texts = items.map((each) => `<li>${renderItem(each, isLoose, rendering)}</li>`)
  const from = start === 1 ? '' : ` start="${start}"`
  return { html: `<${name}${from}>\n${texts.join('\n')}\n</${name}>`, next }
}

function readItem(
  lines: readonly string[],
  at: number,
  match: RegExpExecArray,
): { lines: string[]; next: number; hasBlank: boolean } {
  const [, before = '', mark = '-', gap = ' ', first = ''] = match
  const width = before.length + mark.length + gap.length
  const inner = [first]
  let hasBlank = false
  let next = at + 1
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const isBlank = line.trim() === ''
    const follower = lines[skipBlank(lines, next)] ?? ''
    if (isBlank && !follower.startsWith(' '.repeat(width))) break
    // An unindented line belongs to the previous paragraph, unless something new starts.
    if (!isBlank && !line.startsWith(' '.repeat(width)) && startsBlock(lines, next)) break
    hasBlank ||= isBlank
    inner.push(line.startsWith(' '.repeat(width)) ? line.slice(width) : line.trimStart())
    next += 1
  }
  return { lines: inner, next, hasBlank }
}

function renderItem(lines: readonly string[], isLoose: boolean, rendering: Rendering): string {
  if (isLoose) return renderBlocks(lines, rendering)
  const end = lines.findIndex((_, index) => index > 0 && startsBlock(lines, index))
  const own = end === -1 ? lines : lines.slice(0, end)
  const rest = end === -1 ? [] : lines.slice(end)
  const text = inline(own.join('\n'), rendering)
  return rest.length === 0 ? text : `${text}\n${renderBlocks(rest, rendering)}`
}

function readParagraph(lines: readonly string[], at: number, rendering: Rendering): Block {
  let end = at + 1
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && !startsBlock(lines, end)) end += 1
  const text = lines.slice(at, end).map((each) => each.trim())
  return { html: `<p>${inline(text.join('\n'), rendering)}</p>`, next: end }
}

function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return [atx, fence, rule, quote, item].some((each) => each.test(line)) || isTableStart(lines, at)
}

function inline(text: string, rendering: Rendering): string {
  remember(plainInline(text), rendering)
  return renderInline(text, rendering.resolve)
}

function remember(text: string, rendering: Rendering): void {
  const section = rendering.sections.at(-1)
  if (section !== undefined) section.text += `${section.text === '' ? '' : ' '}${text.replaceAll(/\s+/g, ' ').trim()}`
}

function skipBlank(lines: readonly string[], at: number): number {
  let next = at
  while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1
  return next
}
