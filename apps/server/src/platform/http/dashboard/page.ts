/** The one page of the dashboard, and what it may load: nothing that does not come from this server. */
import { randomBytes } from 'node:crypto'

/** Stands in the built page where each answer has a nonce of its own. */
export const noncePlace = '__STYLE_NONCE__'

export interface Page {
  readonly html: string
  readonly policy: string
}

/** An absent build is said on the page: whoever opens it is the one who can make it. */
const unbuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Longshore</title>
<h1>The dashboard is not built yet</h1>
<p>The API runs. To see the dashboard, build it and start the api again:</p>
<pre>node tools/build-dashboard.ts</pre>
<p>Everything can also be done through the API below <code>/api/v1</code>.</p>
</html>
`

/** For each answer: a page whose nonce somebody knows already protects nothing. */
export function createPages(built: string | undefined): () => Page {
  if (built === undefined) return () => ({ html: unbuilt, policy: policyOf('') })
  const parts = built.split(noncePlace)
  return () => {
    const nonce = randomBytes(18).toString('base64')
    return { html: parts.join(nonce), policy: policyOf(` 'nonce-${nonce}'`) }
  }
}

function policyOf(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // What locks the page behind a dialog is a style element that a script makes.
    `style-src 'self'${styleNonce}`,
    // GitHub takes the description of an app only by a form.
    "form-action 'self' https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
