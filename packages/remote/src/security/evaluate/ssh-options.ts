/**
 * Checks of single sshd options. A `Match` block that loosens an option for any user fails the check as the option
 * itself would.
 */
import { sshOptionChecks } from '../catalog/ssh-options.ts'
import type { CheckResult } from '../check.ts'
import type { Evidence } from '../evidence.ts'
import { decide, type Finding, fail, notApplicable, passIf } from '../result.ts'
import { type MatchSetting, matchSettingsOf, optionOf, type SshdOptions, sshdOptionsOf } from './sshd-options.ts'

type Rule = { keywords: readonly string[]; isGood: (value: string, keyword: string) => boolean }

const is = (keyword: string, ...good: string[]): Rule => ({
  keywords: [keyword],
  isGood: (value) => good.includes(value.toLowerCase()),
})

const rules: Record<(typeof sshOptionChecks)[number]['id'], Rule> = {
  'ssh.password_authentication': is('PasswordAuthentication', 'no'),
  'ssh.kbd_interactive_authentication': is('KbdInteractiveAuthentication', 'no'),
  'ssh.permit_empty_passwords': is('PermitEmptyPasswords', 'no'),
  'ssh.permit_root_login': is(
    'PermitRootLogin',
    ...['prohibit-password', 'without-password', 'forced-commands-only', 'no'],
  ),
  'ssh.no_root_login': is('PermitRootLogin', 'no'),
  'ssh.x11_forwarding': is('X11Forwarding', 'no'),
  'ssh.allow_agent_forwarding': is('AllowAgentForwarding', 'no'),
  'ssh.permit_user_environment': is('PermitUserEnvironment', 'no'),
  'ssh.permit_tunnel': is('PermitTunnel', 'no'),
  'ssh.gateway_ports': is('GatewayPorts', 'no'),
  'ssh.hostbased_authentication': is('HostbasedAuthentication', 'no'),
  'ssh.ignore_rhosts': is('IgnoreRhosts', 'yes'),
  'ssh.strict_modes': is('StrictModes', 'yes'),
  'ssh.max_auth_tries': { keywords: ['MaxAuthTries'], isGood: (value) => isBetween(value, 1, 3) },
  'ssh.login_grace_time': { keywords: ['LoginGraceTime'], isGood: (value) => isBetween(seconds(value), 1, 30) },
  'ssh.max_startups': { keywords: ['MaxStartups'], isGood: isFewStartups },
  'ssh.client_alive': {
    keywords: ['ClientAliveInterval', 'ClientAliveCountMax'],
    isGood: (value, keyword) => isBetween(value, 1, keyword === 'ClientAliveInterval' ? 300 : 3),
  },
  'ssh.log_level': is('LogLevel', 'verbose', 'debug', 'debug1'),
  'ssh.use_dns': is('UseDNS', 'no'),
  'ssh.allow_tcp_forwarding': is('AllowTcpForwarding', 'no'),
}

export function evaluateSshOptions(evidence: Evidence): CheckResult[] {
  return sshOptionChecks.map(({ id }) => decide(id, () => evaluateOption(id, rules[id], evidence)))
}

function evaluateOption(id: string, rule: Rule, evidence: Evidence): Finding {
  if (id === 'ssh.no_root_login' && evidence.username === 'root') {
    return notApplicable('we sign in as root; register a user with sudo first')
  }
  const options = sshdOptionsOf(evidence)
  const current = rule.keywords.map((keyword) => `${keyword} ${optionValue(options, keyword)}`).join(', ')
  const isGood = rule.keywords.every((keyword) => rule.isGood(optionValue(options, keyword), keyword))
  if (!isGood) return fail(current, `sshd -T for ${evidence.username}: ${current}`)
  const loose = matchSettingsOf(evidence).find((setting) => isLoosened(setting, rule))
  if (loose === undefined) return passIf(true, current, `sshd -T for ${evidence.username}: ${current}`)
  const { file, match, keyword, value } = loose
  return fail(`${keyword} ${value} for some`, `${file}: Match ${match} sets ${keyword} ${value}`)
}

function isLoosened({ keyword, value }: MatchSetting, rule: Rule): boolean {
  const named = rule.keywords.find((each) => each.toLowerCase() === canonical(keyword))
  return named !== undefined && !rule.isGood(value, named)
}

function canonical(keyword: string): string {
  return keyword === 'challengeresponseauthentication' ? 'kbdinteractiveauthentication' : keyword
}

/** OpenSSH before 8.7 uses the older name. */
function optionValue(options: SshdOptions, keyword: string): string {
  const isOld = keyword === 'KbdInteractiveAuthentication' && !options.has(keyword.toLowerCase())
  return optionOf(options, isOld ? 'ChallengeResponseAuthentication' : keyword)
}

function isBetween(value: string, least: number, most: number): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
}

/** `sshd -T` prints seconds; a file can contain 30s or 2m. */
function seconds(value: string): string {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smSM]?)$/.exec(value) ?? []
  return digits === '' ? value : String(Number(digits) * (unit.toLowerCase() === 'm' ? 60 : 1))
}

function isFewStartups(value: string): boolean {
  const [start = '', rate = '', full = '', ...more] = value.split(':')
  if (more.length > 0) return false
  return isBetween(start, 1, 10) && isBetween(rate, 30, 100) && isBetween(full, 1, 60)
}
