/** The dashboard's single page, and its content security policy: it can load only from this server. */
import { randomBytes } from 'node:crypto'

/** Placeholder in the built page that each response replaces with its own nonce. */
export const noncePlaceholder = '__STYLE_NONCE__'

export interface Page {
  readonly html: string
  readonly policy: string
}

/** A missing build is explained on the page, because the person who opens it is the one who can build it. */
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

/** Creates a page per response: a nonce that is already known protects nothing. */
export function createPages(built: string | undefined): () => Page {
  if (built === undefined) return () => ({ html: unbuilt, policy: policyOf('') })
  const parts = built.split(noncePlaceholder)
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
    // A script creates a style element to lock the page behind a dialog.
    `style-src 'self'${styleNonce}`,
    // GitHub accepts an app manifest only through a form.
    "form-action 'self' https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The log's search starts a worker. Its policy knows only that one script.
    'trusted-types log-search',
  ].join('; ')
}
