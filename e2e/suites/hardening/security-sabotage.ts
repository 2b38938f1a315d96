/** Ways to weaken a real server, each detected by exactly the checks that it names, and how each is undone. */
import { loadAppImage } from '../../fixtures/app.ts'
import type { Target } from '../../fixtures/target.ts'

export interface Weakness {
  /** The checks that turn, as `id: status`. */
  turns: readonly string[]
  make: (target: Target) => Promise<unknown>
  undo: (target: Target) => Promise<unknown>
}

const dropIn = '/etc/ssh/sshd_config.d/00-weak.conf'
const saved = (path: string) => `/root/saved${path.replaceAll('/', '-')}`

/** A line of sshd_config that overrides all others. */
function sshd(check: string, line: string): Weakness {
  return {
    turns: [`${check}: fail`],
    make: async (target) => {
      await target.mustExec(['tee', dropIn], { stdin: `${line}\n` })
      await target.mustExec(['chmod', '600', dropIn])
      await target.mustExec(['/usr/sbin/sshd', '-t'])
    },
    undo: (target) => target.mustExec(['rm', dropIn]),
  }
}

function mode(check: string, path: string, weak: string, good: string): Weakness {
  return {
    turns: [`${check}: fail`],
    make: (target) => target.mustExec(['chmod', weak, path]),
    undo: (target) => target.mustExec(['chmod', good, path]),
  }
}

/** Creates a file that didn't exist. */
function file(check: string, path: string, content: string): Weakness {
  return {
    turns: [`${check}: fail`],
    make: (target) => target.mustExec(['tee', path], { stdin: content }),
    undo: (target) => target.mustExec(['rm', path]),
  }
}

/** Appends text to an existing file. */
function append(check: string, path: string, content: string): Weakness {
  return {
    turns: [`${check}: fail`],
    make: async (target) => {
      await target.mustExec(['cp', '-a', path, saved(path)])
      await target.mustExec(['tee', '-a', path], { stdin: content })
    },
    undo: (target) => target.mustExec(['mv', saved(path), path]),
  }
}

function container(checks: readonly string[], ...args: string[]): Weakness {
  const limits = checks.includes('docker.container_limits') ? [] : ['--memory', '64m', '--pids-limit', '50']
  return {
    turns: checks.map((check) => `${check}: fail`).sort(),
    make: async (target) => {
      const image = await loadAppImage(target)
      await target.mustExec(['docker', 'run', '--detach', '--name', 'weak', ...limits, ...args, image])
    },
    undo: (target) => target.mustExec(['docker', 'rm', '--force', 'weak']),
  }
}

const telnet = [
  ...['', 'Package: telnetd', 'Status: install ok installed', 'Priority: optional', 'Section: net'],
  ...['Maintainer: nobody <nobody@example.com>', 'Architecture: all', 'Version: 1', 'Description: planted', ''],
].join('\n')

export const weaknesses: readonly Weakness[] = [
  sshd('ssh.password_authentication', 'PasswordAuthentication yes'),
  // Only for someone else: `sshd -T` for us does not show it.
  sshd('ssh.password_authentication', 'Match User games\n  PasswordAuthentication yes'),
  sshd('ssh.kbd_interactive_authentication', 'KbdInteractiveAuthentication yes'),
  sshd('ssh.permit_empty_passwords', 'PermitEmptyPasswords yes'),
  sshd('ssh.permit_root_login', 'PermitRootLogin yes'),
  sshd('ssh.permit_user_environment', 'PermitUserEnvironment yes'),
  sshd('ssh.permit_tunnel', 'PermitTunnel yes'),
  sshd('ssh.gateway_ports', 'GatewayPorts yes'),
  sshd('ssh.hostbased_authentication', 'HostbasedAuthentication yes'),
  sshd('ssh.ignore_rhosts', 'IgnoreRhosts no'),
  sshd('ssh.strict_modes', 'StrictModes no'),
  sshd('ssh.use_dns', 'UseDNS yes'),
  sshd('ssh.ciphers', 'Ciphers +aes128-cbc'),
  sshd('ssh.max_sessions', 'MaxSessions 2'),
  mode('ssh.host_key_file_modes', '/etc/ssh/ssh_host_ed25519_key', '640', '600'),
  file('updates.reboot_required', '/run/reboot-required', '*** System restart required ***\n'),
  file('updates.no_automatic_reboot', '/etc/apt/apt.conf.d/99weak', 'Unattended-Upgrade::Automatic-Reboot "true";\n'),
  append('accounts.empty_passwords', '/etc/shadow', 'weak::19000:0:99999:7:::\n'),
  append('accounts.uid_zero', '/etc/passwd', 'toor:x:0:0::/root:/bin/sh\n'),
  append('accounts.legacy_entries', '/etc/group', '+:::\n'),
  mode('accounts.shadow_mode', '/etc/shadow', '644', '640'),
  file('sysctl.tcp_syncookies', '/etc/sysctl.d/99-weak.conf', 'net.ipv4.tcp_syncookies = 0\n'),
  file('sysctl.ip_forward', '/etc/sysctl.d/99-weak.conf', 'net/ipv4/ip_forward=0\n'),
  mode('docker.socket_mode', '/run/docker.sock', '666', '660'),
  mode('docker.daemon_config_mode', '/etc/docker/daemon.json', '666', '644'),
  append('system.insecure_services', '/var/lib/dpkg/status', telnet),
  container(['firewall.docker_published_ports'], '--publish', '8080:8080'),
  container(['firewall.docker_published_ports'], '--publish', '[::]:8080:8080'),
  container([], '--publish', '127.0.0.1:8080:8080'),
  container(['docker.host_namespaces'], '--pid', 'host'),
  container(['docker.socket_mounts'], '--volume', '/run/docker.sock:/x.sock'),
  container(['docker.container_limits']),
]

/** Facts that only root or sudo can read. Without these privileges they must be unknown. */
export const needsRoot =
  /^(ssh\.(?!authorized_keys_modes$|port$)|firewall\.(?!docker_published_ports$)|accounts\.(?!uid_zero$)|sysctl\.)/
