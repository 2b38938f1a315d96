/**
 * Copies of one mechanism that were replaced by a shared one. Each count has a limit, so a new copy is a finding. The
 * patterns also match how the copies looked before, so that a comparison with an older commit shows them.
 */
import type { Tree } from './tree.ts'

interface Copied {
  what: string
  path: RegExp
  /** Counts matches in the text; without it, counts files. */
  text?: RegExp
  limit: number
}

export interface Copies {
  what: string
  count: number
  limit: number
}

const copied: readonly Copied[] = [
  {
    what: 'check that a run has an organization',
    path: /^apps\/server\/src\/.+(?<!\.test)\.ts$/,
    text: /has no organi[sz]ation/g,
    limit: 1,
  },
  { what: 'slots for child processes', path: /^packages\/.+\/slots\.ts$/, limit: 1 },
  { what: 'deadline of child processes', path: /^packages\/.+\/deadline\.ts$/, limit: 1 },
  { what: 'runtime directory', path: /^packages\/.+\/runtime-directory\.ts$/, limit: 1 },
  { what: 'race with a signal', path: /\/race-signal\.ts$/, limit: 1 },
  { what: 'QR code', path: /\/ui\/qr\/(?:qr-frame|reed-solomon)\.ts$/, limit: 0 },
  { what: 'line diff', path: /\/(?:diff-lines|hardening\/diff)\.ts$/, text: /\bmatrix|\blcs\b|longest/gi, limit: 0 },
  { what: 'request signing for S3', path: /\/s3\/.+(?<!\.test)\.ts$/, text: /AWS4-HMAC-SHA256/g, limit: 0 },
  { what: 'program as hex bytes', path: /\/tiny-programs\.ts$/, limit: 0 },
  { what: 'model of the service form', path: /^apps\/dashboard\/src\/.+\/service-values\.ts$/, limit: 1 },
  {
    what: 'helper that polls in tests',
    path: /^(?:e2e|bench)\/.+\.ts$/,
    text: /export (?:async )?function (?:until|poll|waitUntil|waitFor|eventually)\b/g,
    limit: 1,
  },
  { what: 'untyped JSON in tests', path: /^(?:e2e|bench)\/.+\.ts$/, text: /type Json = any\b/g, limit: 0 },
  {
    // Casts that stay: a run and the backup, deployment or analysis that shares its id, and ids from tokens and labels.
    what: 'cast to an id',
    path: /^apps\/server\/src\/modules\/.+(?<!\.test)\.ts$/,
    text: /\bbrandId</g,
    limit: 100,
  },
]

export function countCopies(tree: Tree): Copies[] {
  return copied.map(({ what, path, text, limit }) => {
    const files = [...tree].filter(([each]) => path.test(each))
    const count = text === undefined ? files.length : files.flatMap(([, each]) => each.match(text) ?? []).length
    return { what, count, limit }
  })
}

/** Files whose work a library or a shared package does now. Small adapters remain. */
const replaced =
  /\/ui\/(?:qr\/[\w-]+|diff-lines)\.tsx?$|\/hardening\/diff\.ts$|\/s3\/(?:read-xml|sign-request)\.ts$|\/tiny-programs\.ts$|^(?:packages|apps\/server\/src\/platform\/link)\/.*(?:slots|deadline|runtime-directory|race-signal)\.ts$/

export function countReplacedLines(tree: Tree): number {
  const files = [...tree].filter(([path]) => replaced.test(path) && !path.includes('.test.'))
  return files.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
}
