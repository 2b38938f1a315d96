/** Names, logs and messages with hostile markup stay text on every page. */

import { signedInPages } from '../../support/dashboard-pages.ts'
import type { DashboardTestEnv } from '../../support/dashboard-test-env.ts'
import { makePayloads } from '../../support/payloads.ts'

const markup = [
  '<script>hit()</script>', '<img src=x onerror=hit()>', '<svg onload=hit()>', '"><script>hit()</script>', "'-hit()-'", 'javascript:hit()',
  '</title><script>hit()</script>', '</textarea><script>hit()</script>', '<iframe srcdoc="<script>parent.hit()</script>">', '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example/">', '<form action="//evil.example/"><button>x</button></form>', '<style>*{display:none}</style>',
  '<a href="javascript:hit()">x</a>', '<input autofocus onfocus=hit()>', '<details open ontoggle=hit()>', '<object data="data:text/html,x">', '{{constructor.constructor("hit()")()}}',
  '${hit()}', '\u001b]8;;javascript:hit()\u0007x\u001b]8;;\u0007', '\u202e<script>hit()</script>', '<math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
] // biome-ignore format: a list
// PostgreSQL can't store a zero character.
const corpus = [...markup, ...makePayloads('dashboard').all].map((text) => text.replaceAll('\u0000', ''))

export function hostileWord(n: number): string {
  return corpus[n % corpus.length] ?? 'x'
}

/** Elements that no page of the dashboard has, and that a payload would create. */
const strange = `[...document.querySelectorAll('script:not([src^="/assets/"]):not([src="/theme.js"]), iframe, object, embed, base, form[action], [onerror], [onload], [onfocus], [ontoggle], img[src="x"], a[href^="javascript:"], meta[http-equiv]')].map((each) => each.outerHTML.slice(0, 200))`

export async function staysInert({ report, dashboard, person, places }: DashboardTestEnv): Promise<void> {
  await using visitor = await dashboard.signIn(person, places)
  let hits = 0
  await visitor.context.exposeBinding('hit', () => {
    hits += 1
  })
  const opened = await visitor.open()
  let seen = 0
  for (const { name, path } of signedInPages(places)) {
    await opened.goTo(path)
    const elements = await opened.page.evaluate<string[]>(strange)
    report.expect(
      elements.length === 0,
      `${name} has elements that the dashboard did not create: ${elements.join(' ')}`,
    )
    const text = await opened.page.evaluate<string>('document.body.innerText')
    if (text.includes('hit()')) seen += 1
    report.expect(opened.page.url().startsWith(dashboard.url), `${name} leads elsewhere: ${opened.page.url()}`)
  }
  report.figure('inert_words', corpus.length)
  report.figure('inert_pages_with_them', seen)
  report.figure('inert_hits', hits)
  // A run in which no payload is visible proves nothing.
  report.expect(seen >= 5, `only ${seen} pages show what was planted`)
  report.expect(hits === 0, `${hits} scripts of others ran`)
  for (const fault of new Set(visitor.faults)) report.expect(false, `inert: ${fault}`)
}
