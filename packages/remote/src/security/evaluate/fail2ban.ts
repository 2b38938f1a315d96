import { BlockList, isIP } from 'node:net'
import type { CheckResult } from '../check.ts'
import { type Evidence, isReportedMissing, linesOf, textOf, Unreadable, wholeOf } from '../evidence.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, fail, pass, passIf } from '../result.ts'
import { unitsOf } from './services.ts'

const leastBanSeconds = 600

export function evaluateFail2ban(evidence: Evidence): CheckResult[] {
  const ifItRuns = (find: () => Finding) => () =>
    isRunning(evidence) ? find() : fail('not running', 'fail2ban does not run')
  return [
    decide(
      'fail2ban.sshd_jail',
      ifItRuns(() => evaluateJail(evidence)),
    ),
    decide(
      'fail2ban.backend',
      ifItRuns(() => evaluateBackend(evidence)),
    ),
    decide(
      'fail2ban.ban_time',
      ifItRuns(() => evaluateBanTime(evidence)),
    ),
    decide(
      'fail2ban.ignores_us',
      ifItRuns(() => evaluateIgnored(evidence)),
    ),
  ]
}

function isRunning(evidence: Evidence): boolean {
  const unit = unitsOf(evidence).get('fail2ban.service')
  if (unit === undefined) throw new Unreadable('systemd says nothing about fail2ban')
  return unit.isActive
}

function evaluateJail(evidence: Evidence): Finding {
  const { succeeded, text, errors } = wholeOf(evidence, 'fail2banStatus')
  if (!succeeded) {
    if (isReportedMissing(errors, 'fail2ban-client')) throw new Unreadable('fail2ban-client is not on the server')
    const isAbsent = /UnknownJailException|does not exist/.test(errors)
    if (isAbsent) return fail('no jail sshd', 'fail2ban runs without a jail named sshd')
    throw new Unreadable(`fail2ban-client failed: ${errors.trim().slice(0, 200)}`)
  }
  if (!linesOf(text).some((line) => line.trim() === 'Status for the jail: sshd'))
    throw new Unreadable('fail2ban-client gave no status')
  return pass('on', 'fail2ban runs with the jail sshd')
}

function evaluateBackend(evidence: Evidence): Finding {
  const lines = linesOf(textOf(evidence, 'fail2banStatus'))
  const valueAfter = (name: string) => {
    const line = lines.find((each) => each.includes(`- ${name}:`))
    return line === undefined ? undefined : line.slice(line.indexOf(`${name}:`) + name.length + 1).trim()
  }
  const journal = valueAfter('Journal matches')
  const files = valueAfter('File list')
  if (journal === undefined && files === undefined)
    throw new Unreadable('fail2ban-client does not say what the jail reads')
  const source = journal ? `journal: ${journal}` : files ? `file: ${files}` : ''
  return passIf(source !== '', source || 'nothing', source || 'the jail sshd reads nothing')
}

function evaluateBanTime(evidence: Evidence): Finding {
  const text = textOf(evidence, 'fail2banBanTime').trim()
  if (!/^-?\d{1,12}$/.test(text)) throw new Unreadable('fail2ban-client gave no ban time')
  // A negative time means forever.
  return passIf(Number(text) >= leastBanSeconds || Number(text) < 0, `${text} s`, `bantime of the jail sshd: ${text} s`)
}

function evaluateIgnored(evidence: Evidence): Finding {
  const address = evidence.connection?.clientAddress
  if (address === undefined || isIP(address) === 0)
    throw new Unreadable('the server does not say which address we come from')
  const text = textOf(evidence, 'fail2banIgnored')
  const isNone = text.startsWith('No IP address/network is ignored')
  if (!isNone && !text.startsWith('These IP addresses/networks are ignored')) {
    throw new Unreadable('fail2ban-client did not list the ignored addresses')
  }
  const ignored = linesOf(text)
    .slice(1)
    .map((line) => line.replace(/^[|` -]{1,8}/, '').trim())
  const isOwnAddress = !isNone && ignored.some((range) => holds(range, address))
  return passIf(
    isOwnAddress,
    listText(ignored) || 'none',
    `we come from ${address}; ignored: ${listText(ignored) || 'none'}`,
  )
}

function holds(range: string, address: string): boolean {
  const [base = '', bits] = range.split('/')
  const family = isIP(base)
  if (family === 0 || family !== isIP(address)) return false
  const length = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)
  if (!Number.isInteger(length) || length < 0 || length > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(base, length, family === 4 ? 'ipv4' : 'ipv6')
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
