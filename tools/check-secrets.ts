/**
 * Finds secrets in the tree: known token shapes, private keys, and high-entropy values assigned to secret-sounding
 * names.
 */

import { type Finding, withoutExceptions } from './exceptions.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { readFiles, type SourceFile } from './source-files.ts'

interface Shape {
  rule: string
  pattern: RegExp
  /** Checks the first group; without it, the whole match counts. */
  accept?: (value: string) => boolean
}

const maxFileBytes = 4 << 20
const secretName =
  '(?:[a-z0-9]+[_-])*(?:pass(?:word|wd|phrase)|secret|token|credential|api[_-]?key|derive[_-]?key|link[_-]?key|private[_-]?key|access[_-]?key|secret[_-]?key|encryption[_-]?key|identity|identities)s?'

const shapes: Shape[] = [
  { rule: 'private-key', pattern: /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|['"+])+[A-Za-z0-9+/]{20}/g },
  { rule: 'age-identity', pattern: /AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{50}/g },
  { rule: 'longshore-token', pattern: /\blgs_[A-Za-z0-9_-]{20,}/g },
  { rule: 'aws-key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { rule: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40})/g },
  { rule: 'gitlab-token', pattern: /\bgl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_-]{20}/g },
  { rule: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{20}|hooks\.slack\.com\/services\/T[A-Z0-9]{6,12}\/B[A-Z0-9]{6,12}\/[A-Za-z0-9]{20}/g },
  { rule: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { rule: 'google-key', pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  { rule: 'stripe-key', pattern: /\b[rs]k_live_[0-9A-Za-z]{24}/g },
  { rule: 'jwt', pattern: /\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{20,}/g },
  { rule: 'url-password', pattern: /\b[a-z][a-z0-9+]{1,20}:\/\/[^\s:/@'"`]{0,64}:([^\s:/@'"`${}<>]{12,128})@/g, accept: hasHighEntropy },
  { rule: 'assigned-secret', pattern: new RegExp(`${secretName}['"]?\\s{0,3}[:=]\\s{0,3}['"]([A-Za-z0-9+/=_-]{20,200})['"]`, 'gi'), accept: hasHighEntropy },
] // biome-ignore format: one shape per line

/** Outside of code, a value needs no quotes. */
const bareAssignment: Shape = {
  rule: 'assigned-secret',
  pattern: new RegExp(
    `^[ \\t-]{0,20}(?:export )?${secretName}[:=][ \\t]{0,3}([A-Za-z0-9+/=_-]{20,200})[ \\t]{0,3}$`,
    'gim',
  ),
  accept: hasHighEntropy,
}

const files = await readFiles(/./, { maxBytes: maxFileBytes })
if (!files.some((file) => file.path === 'tools/check-secrets.ts')) throw new Error('the list of files lacks this file')
const findings = await withoutExceptions('secrets', files.flatMap(inspect))
finishCheck('secrets-scan', { findings, seeds: seedFindings(), figures: { files: files.length } })

function inspect(file: SourceFile): Finding[] {
  const isCode = /\.(ts|tsx|js|mjs|cjs|sql)$/.test(file.path)
  return (isCode ? shapes : [...shapes, bareAssignment]).flatMap((shape) =>
    [...file.text.matchAll(shape.pattern)]
      .filter((match) => shape.accept?.(match[1] ?? match[0]) ?? true)
      .map((match) => ({
        path: file.path,
        rule: shape.rule,
        // Never print the whole value: this text ends up in build logs.
        text: `${file.path}:${lineOf(file.text, match.index)}: ${match[0].slice(0, 24)}…`,
      })),
  )
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** Words and identifiers stay below this limit; 120 random bits in base64 or hex don't. */
function hasHighEntropy(value: string): boolean {
  const hasDigits = /\d/.test(value)
  const isHex = /^[0-9a-f]+$/i.test(value)
  return hasDigits && entropyBits(value) >= (isHex ? 3 : 3.6) && !/^(?:[a-z]+[-_])+[a-z]*\d{0,4}$/i.test(value)
}

/** Shannon entropy per character. */
function entropyBits(value: string): number {
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return -[...counts.values()].reduce((sum, count) => sum + (count / value.length) * Math.log2(count / value.length), 0)
}

function seedFindings(): Seed[] {
  // Split into parts, so that this file doesn't contain a secret shape itself.
  const random = 'q7Xw2L9vTz4Rk8Ns1Yb6Hd3Jf5Pc0Gm'
  const upper = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE'
  const bad: [rule: string, path: string, text: string][] = [
    ['private-key', 'a.ts', `-----BEGIN ${'PRIVATE'} KEY-----\nMC4CAQAwBQYDK2VwBCIEIHcxyz`],
    ['private-key', 'a.pem', `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA`],
    ['age-identity', 'a.md', `${'AGE-SECRET'}-KEY-1${upper}`],
    ['longshore-token', 'a.md', `curl -H 'authorization: Bearer lgs${'_'}${random}'`],
    ['aws-key', 'a.yml', `${'AKI'}AIOSFODNN7EXAMPL3`],
    ['github-token', 'a.ts', `'gh${'p_'}${random}abcdef'`],
    ['github-token', 'a.ts', `'github${'_pat_'}${random}_${random}'`],
    ['gitlab-token', 'a.ts', `'glp${'at-'}${random}'`],
    ['slack-token', 'a.ts', `'xox${'b-'}123456789012-${random}'`],
    ['npm-token', 'a', `np${'m_'}${random}abcde`],
    ['google-key', 'a.ts', `AI${'za'}${random}abcd`],
    ['stripe-key', 'a.ts', `sk${'_live_'}${random}`],
    ['jwt', 'a.ts', `ey${'J'}hbGciOiJFZERTQSJ9abc.ey${'J'}zdWIiOiJ1c3JfMSJ9abc.${random}`],
    ['url-password', 'a.ts', `'postgresql://longshore:${random}@db/longshore'`],
    ['assigned-secret', 'a.ts', `const options = { password: '${random}' }`],
    ['assigned-secret', 'a.ts', `const apiKey = "${random}"`],
    ['assigned-secret', 'a.json', `{ "clientSecret": "${random}" }`],
    ['assigned-secret', 'a.env', `API_DERIVE_KEY=${random}=\n`],
    ['assigned-secret', 'a.yaml', `    POSTGRES_PASSWORD: ${random}\n`],
    ['assigned-secret', 'a.ts', `linkKey: '${'9f86d081884c7d659a2feaa0c55ad015'}a3bf4f1b2b0b822c'`],
  ]
  const good: [path: string, text: string][] = [
    ['a.md', 'Paste the key: `-----BEGIN PRIVATE KEY-----` and so on'],
    ['a.ts', "const password = 'correct horse battery staple'"],
    ['a.ts', "const body = { token: 'invalid-token-of-another-account' }"],
    ['a.ts', "const secret = createHash('sha256').update(token).digest('hex')"],
    ['a.yaml', 'POSTGRES_PASSWORD_FILE: /run/secrets/postgres-password'],
    ['a.ts', 'const url = `postgresql://longshore:${password}@db/longshore`'],
    ['a.yaml', 'resolution: {integrity: sha512-ulkCYfFbYj01ie1MDOyxv2F6SpRN1TOj7fQxbP07D6HmeR}'],
    ['a.md', 'authorization: Bearer lgs_…'],
  ]
  return [
    ...bad.map(([rule, path, text]) => ({
      what: `${rule} in ${path} (${text.slice(0, 40)})`,
      caught: inspect({ path, text }).some((finding) => finding.rule === rule),
    })),
    ...good.map(([path, text]) => ({
      what: `harmless text, wrongly taken for a secret (${text})`,
      caught: inspect({ path, text }).length === 0,
    })),
  ]
}
