/** Finds keys and tokens in the repository. Findings contain the kind and location, never the value. */
import { lineAt } from '../lines.ts'

export interface FoundSecret {
  readonly file: string
  readonly line: number
  readonly kind: string
}

/** A quick check, because most files contain none. */
const sign = /-----BEGIN|AKIA|gh[pousr]_|github_pat_|glpat-|[sr]k_live_|xox[abprs]-|AIza|SG\.|npm_|T3BlbkFJ/

const forms: readonly [kind: string, form: RegExp][] = [
  [
    'a private key',
    /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP |ENCRYPTED )?PRIVATE KEY(?: BLOCK)?-----\s*[A-Za-z0-9+/=\\]{20}/,
  ],
  ['an AWS access key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,90})\b/],
  ['a GitLab token', /\bglpat-[\w-]{20}\b/],
  ['a Stripe key', /\b[sr]k_live_[A-Za-z0-9]{20,99}\b/],
  ['a Slack token', /\bxox[abprs]-\d{8,14}-[\w-]{10,80}/],
  ['a Google API key', /\bAIza[\w-]{35}\b/],
  ['a SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['an OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9]{20,24}T3BlbkFJ[A-Za-z0-9]{20,24}\b/],
]

export function findSecrets(file: string, text: string): FoundSecret[] {
  if (!sign.test(text)) return []
  return forms.flatMap(([kind, form]) => {
    const match = form.exec(text)
    // Example keys of the documentation.
    if (match === null || /EXAMPLE/.test(match[0])) return []
    return [{ file, line: lineAt(text, match.index), kind }]
  })
}
