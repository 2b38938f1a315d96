/**
 * Text that turns into a command, an option, a path or a setting wherever someone puts it into one. `@ID@` marks the canary:
 * a payload that is executed leaves a file of that name in /var/tmp.
 */
const commands = [
  ';touch @C@', '|touch @C@', '||touch @C@', '&touch @C@&', '&&touch @C@', '$(touch @C@)', '`touch @C@`',
  '\ntouch @C@\n', '\r\ntouch @C@\r\n', "';touch @C@;'", '";touch @C@;"', '\'"`$(touch @C@)`"\'', "\\';touch @C@;#",
  "$'\\x3btouch @C@'", '${IFS}touch${IFS}@C@', 'x;{touch,@C@}', '>(touch @C@)', '<(touch @C@)', '${x:-$(touch @C@)}',
  '${PATH:-/tmp;touch @C@}', '$((a[$(touch @C@)]))', '!touch @C@', '%0atouch @C@', '\u2028touch @C@', 'x\u0000;touch @C@',
  'a b;touch @C@;c', '\\;touch @C@', '~$(touch @C@)', '*;touch @C@', 'x\ttouch @C@', '"$(touch @C@)"', '>@C@', 'x>>@C@',
] // biome-ignore format: a list
const options = [
  '-oProxyCommand=touch @C@', '--upload-pack=touch @C@', '--exec=touch @C@', '-F/var/tmp/x', '-v/:/host', '--privileged',
  '-oLocalCommand=touch @C@ -oPermitLocalCommand=yes', '--rsh=touch @C@', '-', '--',
] // biome-ignore format: a list
const settings = [
  'x\nProxyCommand touch @C@', 'x\nAllowUsers nobody', 'x\nHost *\nProxyCommand touch @C@', '%h$(touch @C@)', '${HOME}',
  'x command="touch @C@" ssh-ed25519 AAAA', '@cert-authority * ssh-ed25519 AAAA', 'ext::sh -c touch% @C@', 'A=B\nLD_PRELOAD=/x',
] // biome-ignore format: a list
const paths = ['../../../../etc/cron.d/c', '/etc/cron.d/c', '..\\..\\x', '%2e%2e%2f', 'file:///etc/passwd', 'fd::0']
const texts = [
  '{{7*7}}', '${{7*7}}', '<%=7*7%>', '<img src=x onerror=alert(1)>', '\u001b]0;x\u0007\u001b[2J', 'a) || Host(`x`) || (a',
  'evil.com {\n} http://x', '__proto__', 'constructor', "x' or '1'='1", "'; drop table servers;--", 'é・ﬀ・ＮＵＬＬ・\u202e',
  '\ndata: {"type":"done"}\n\n', 'a'.repeat(100_000),
] // biome-ignore format: a list

const templates = [...commands, ...options, ...settings, ...paths, ...texts]

export interface Payloads {
  /** Each payload has its own canary. */
  all: string[]
  /** The prefix of every canary's file name. */
  canary: string
}

export function makePayloads(run: string): Payloads {
  const canary = `c-${run}-`
  return { canary, all: templates.map((text, index) => text.replaceAll('@C@', `/var/tmp/${canary}${index}`)) }
}
