/** The frame of a page. Nothing in it comes from another host, and the page contains no inline script or style. */
import { escapeHtml } from './escape.ts'
import type { Heading } from './markdown.ts'

export interface PageParts {
  title: string
  /** Path from this page to the root of the site: `../`. */
  top: string
  navigation: string
  body: string
  headings: readonly Heading[]
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export function renderPage({ title, top, navigation, body, headings }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${escapeHtml(policy)}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Longshore</title>
<link rel="stylesheet" href="${top}site.css">
<link rel="icon" href="${top}icon.svg" type="image/svg+xml">
<script type="module" src="${top}site.js"></script>
</head>
<body data-top="${top}">
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="${top}index.html">Longshore</a>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" aria-controls="found">
<div id="found" role="status" hidden></div>
</div>
<a class="menu" href="#navigation">Pages</a>
</header>
<div class="columns">
<main id="content">
${body}
</main>
${contentsOf(headings)}
<nav id="navigation" aria-label="Pages">
${navigation}
</nav>
</div>
</body>
</html>
`
}

function contentsOf(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const links = shown.map(
    ({ level, text, anchor }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`,
  )
  return `<aside aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></aside>`
}
