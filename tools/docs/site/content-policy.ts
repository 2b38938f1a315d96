/**
 * The content security policy of the site. VitePress puts three small scripts into each page, which the policy allows by
 * their hashes. Style attributes can't be allowed that way: known ones, which have no visible effect, are removed.
 */
import { createHash } from 'node:crypto'

const removable = [' style="position:relative;"', ' style="--vp-vh:0px;"', ' style=""']
/** VitePress adds this style element while the theme changes. */
const themeStyle =
  '*,*::before,*::after{-webkit-transition:none!important;-moz-transition:none!important;-o-transition:none!important;-ms-transition:none!important;transition:none!important}'
const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

export function removeStyles(html: string): string {
  return removable.reduce((text, attribute) => text.replaceAll(attribute, ''), html)
}

/** Finds everything that the policy would block. Otherwise only the console of a browser would show it. */
export function findInline(html: string): string[] {
  const markup = html.replaceAll(inlineScript, '')
  return [
    ...[...markup.matchAll(/<[a-z][^<>]*\sstyle="[^"]*"/g)].map(
      ([found]) => `a style attribute: ${found.slice(0, 120)}`,
    ),
    ...[...markup.matchAll(/<style\b/g)].map(() => 'a style element'),
    ...[...markup.matchAll(/<[a-z][^<>]*\son[a-z]+="/g)].map(([found]) => `an event handler: ${found.slice(0, 120)}`),
  ]
}

export function createPolicy(pages: readonly string[]): string {
  const scripts = new Set(pages.flatMap((html) => [...html.matchAll(inlineScript)].map(([, script]) => script ?? '')))
  const hashes = [...scripts].map(hashOf).sort()
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    `style-src 'self' ${hashOf(themeStyle)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** For hosts that send no headers of their own. */
export function addPolicy(html: string, policy: string): string {
  return html.replace(
    /<meta charset="[^"]*">/,
    (found) => `${found}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
