import type { CheckResult } from '../check.ts'
import { type Evidence, linesOf, sectionsOf, textOf, Unreadable, wholeOf } from '../evidence.ts'
import { inspectedFiles } from '../gather/probes.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, passIf } from '../result.ts'
import { describeMode, findFile, isAtMost } from './file-modes.ts'

export function evaluateAccounts(evidence: Evidence): CheckResult[] {
  return [
    decide('accounts.empty_passwords', () => evaluateEmpty(evidence)),
    decide('accounts.uid_zero', () => evaluateUidZero(evidence)),
    decide('accounts.legacy_entries', () => evaluateLegacy(evidence)),
    decide('accounts.shadow_mode', () => evaluateShadowMode(evidence)),
    decide('accounts.nopasswd_sudo', () => evaluateNoPassword(evidence)),
  ]
}

/** Lines are `name:empty` or `name:set`. Without root, the file isn't valid. */
function shadowOf(evidence: Evidence): { name: string; isEmpty: boolean }[] {
  const entries = linesOf(textOf(evidence, 'shadow')).map((line) => {
    const at = line.lastIndexOf(':')
    const state = line.slice(at + 1)
    if (at < 1 || (state !== 'empty' && state !== 'set')) throw new Unreadable('/etc/shadow could not be parsed')
    return { name: line.slice(0, at), isEmpty: state === 'empty' }
  })
  if (!entries.some(({ name }) => name === 'root')) throw new Unreadable('/etc/shadow does not name root')
  return entries
}

/** Lines are `file:name:third field`. */
function entriesOf(evidence: Evidence): { file: string; name: string; third: string }[] {
  const entries = linesOf(textOf(evidence, 'accounts')).map((line) => {
    const [file = '', name = '', third] = line.split(':')
    if (!file.startsWith('/etc/') || third === undefined) throw new Unreadable('/etc/passwd could not be parsed')
    return { file, name, third }
  })
  for (const file of ['/etc/passwd', '/etc/group']) {
    if (!entries.some((entry) => entry.file === file && entry.name === 'root'))
      throw new Unreadable(`${file} does not name root`)
  }
  return entries
}

function evaluateEmpty(evidence: Evidence): Finding {
  const shadow = shadowOf(evidence)
  const empty = shadow.filter(({ isEmpty, name }) => isEmpty && !name.startsWith('+')).map(({ name }) => name)
  return passIf(
    empty.length === 0,
    listText(empty) || 'none',
    `${empty.length} of ${shadow.length} accounts: ${listText(empty) || 'none'}`,
  )
}

function evaluateUidZero(evidence: Evidence): Finding {
  const users = entriesOf(evidence).filter(({ file }) => file === '/etc/passwd')
  const zero = users.filter(({ third }) => /^0+$/.test(third)).map(({ name }) => name)
  return passIf(zero.length === 1 && zero[0] === 'root', listText(zero), `accounts with user id 0: ${listText(zero)}`)
}

function evaluateLegacy(evidence: Evidence): Finding {
  const entries = entriesOf(evidence)
    .filter(({ name }) => name.startsWith('+'))
    .map(({ file, name }) => `${file}: ${name}`)
  const shadow = shadowOf(evidence)
    .filter(({ name }) => name.startsWith('+'))
    .map(({ name }) => `/etc/shadow: ${name}`)
  const found = [...entries, ...shadow]
  return passIf(found.length === 0, listText(found) || 'none', listText(found) || 'no line begins with +')
}

function evaluateShadowMode(evidence: Evidence): Finding {
  const [shadow, gshadow] = inspectedFiles.shadow.map((path) => findFile(evidence, path))
  if (shadow === undefined) throw new Unreadable('there is no /etc/shadow')
  const files = gshadow === undefined ? [shadow] : [shadow, gshadow]
  const isGood = files.every(
    (file) => file.owner === 'root' && ['root', 'shadow'].includes(file.group) && isAtMost(file, 0o640),
  )
  return passIf(isGood, listText(files.map(describeMode)), listText(files.map(describeMode)))
}

function evaluateNoPassword(evidence: Evidence): Finding {
  const files = sectionsOf(wholeOf(evidence, 'sudoers').text)
  if (!files.has('/etc/sudoers')) throw new Unreadable('/etc/sudoers could not be read')
  const rules = [...files].flatMap(([file, text]) =>
    linesOf(text)
      .filter((line) => line.includes('NOPASSWD'))
      .map((line) => ({ file, who: line.trim().split(/\s+/)[0] ?? '' })),
  )
  const others = rules.filter(({ who }) => who !== evidence.username && who !== 'root')
  const shown = listText(others.map(({ file, who }) => `${who} (${file})`))
  return passIf(others.length === 0, `${others.length} rules for others`, shown || 'no rule for anybody else')
}
