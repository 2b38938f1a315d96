/** Commands in a block that isn't `sh`: no suite runs them, and they don't count as not run either. */
import type { OtherBlock } from './read-guide.ts'

const plainLanguages = new Set(['', 'text', 'txt', 'console', 'bash', 'shell', 'zsh'])
const programs = new Set(['age', 'apt', 'apt-get', 'bash', 'bundle', 'caddy', 'cargo', 'cat', 'cd', 'chmod', 'chown', 'cloudflared', 'composer', 'cp', 'curl', 'dnf', 'docker', 'echo', 'env', 'export', 'fail2ban-client', 'git', 'go', 'heroku', 'jq', 'longshore', 'mariadb', 'mariadb-dump', 'mkdir', 'mv', 'mysql', 'mysqldump', 'nginx', 'node', 'npm', 'npx', 'openssl', 'pg_dump', 'pg_restore', 'php', 'pip', 'pnpm', 'printf', 'psql', 'python', 'python3', 'rails', 'rm', 'scp', 'sed', 'service', 'sh', 'ssh', 'ssh-keygen', 'sudo', 'systemctl', 'tailscale', 'tar', 'ufw', 'wget', 'yarn']) // biome-ignore format: a list
/** A prompt and variables can stand before the program. */
const firstWord = /^\s*(?:[$#] )?(?:\w+=\S* )*(\S+)/

export function hidesCommands({ language, text }: OtherBlock): boolean {
  if (!plainLanguages.has(language)) return false
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  const [, word = ''] = firstWord.exec(line) ?? []
  return programs.has(word) || /^(?:\.{1,2}|bin)\//.test(word)
}
