/**
 * Faults of a server, created on a real target. Two of them aren't possible in a container and are made the way a
 * broken machine would show them: the clock (a `date` before the real one on the PATH, since containers share the host's
 * clock) and the amount of memory (another /proc/meminfo mounted over the real one).
 */
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { type Case, loginTo } from './cases.ts'

type Break = () => Promise<() => Promise<unknown>>

export function targetCases(target: Target, username: TargetUser): Case[] {
  const body = () => loginTo(target, username)
  const on = { body, fine: ['auth'] }
  const common: Case[] = [
    {
      ...on,
      name: 'first contact',
      stage: 'host_key',
      code: 'host_key_unknown',
      status: 'warning',
      hint: 'ssh-keygen -lf',
      fine: ['auth', 'privileges', 'forwarding', 'os', 'docker', 'disk', 'memory', 'ports', 'clock'],
    },
    {
      ...on,
      name: 'no forwarding of sockets',
      stage: 'forwarding',
      code: 'forwarding_forbidden',
      status: 'warning',
      hint: 'AllowStreamLocalForwarding yes',
      fine: ['auth', 'docker'],
      prepare: sshdSetting(target, 'AllowStreamLocalForwarding no'),
    },
    {
      ...on,
      name: 'no forwarding at all',
      isVariant: true,
      stage: 'forwarding',
      code: 'forwarding_forbidden',
      status: 'warning',
      fine: ['auth', 'docker'],
      prepare: sshdSetting(target, 'DisableForwarding yes'),
    },
    {
      ...on,
      name: 'a stopped Docker',
      stage: 'docker',
      code: 'docker_unreachable',
      hint: 'systemctl enable --now docker',
      fine: ['forwarding', 'disk', 'clock'],
      prepare: stopDocker(target),
    },
    {
      ...on,
      name: 'a full disk',
      stage: 'disk',
      code: 'disk_full',
      fine: ['docker'],
      prepare: mountDisk(target, 'size=64m'),
    },
    {
      ...on,
      name: 'a small disk',
      isVariant: true,
      stage: 'disk',
      code: 'disk_low',
      status: 'warning',
      prepare: mountDisk(target, 'size=3g'),
    },
    {
      ...on,
      name: 'a disk without inodes',
      isVariant: true,
      stage: 'disk',
      code: 'inodes_low',
      status: 'warning',
      prepare: mountDisk(target, 'size=20g,nr_inodes=1'),
    },
    {
      ...on,
      name: 'little memory',
      stage: 'memory',
      code: 'memory_low',
      status: 'warning',
      prepare: shrinkMemory(target),
    },
    {
      ...on,
      name: 'a web server on port 80',
      stage: 'ports',
      code: 'ports_taken',
      detail: '80: python3',
      prepare: listenOn(target, '80'),
    },
    {
      ...on,
      name: 'a listener on 443 of loopback',
      isVariant: true,
      stage: 'ports',
      code: 'ports_taken',
      detail: '443: python3',
      prepare: listenOn(target, '443', '127.0.0.1'),
    },
    {
      ...on,
      name: 'a clock that is wrong',
      stage: 'clock',
      code: 'clock_skew',
      status: 'warning',
      hint: 'timedatectl set-ntp true',
      detail: '90.',
      prepare: shim(target, 'date', '#!/bin/sh\nexec /bin/date -d "+90 seconds" "$@"\n'),
    },
    {
      ...on,
      name: 'another processor',
      stage: 'os',
      code: 'architecture_unsupported',
      detail: 'armv7l',
      prepare: shim(target, 'uname', '#!/bin/sh\necho Linux armv7l\n'),
    },
    {
      ...on,
      name: 'another system',
      isVariant: true,
      stage: 'os',
      code: 'os_unsupported',
      skips: ['docker', 'clock'],
      prepare: shim(target, 'uname', '#!/bin/sh\necho FreeBSD amd64\n'),
    },
    {
      ...on,
      name: 'an untested distribution',
      stage: 'os',
      code: 'os_untested',
      status: 'warning',
      detail: 'Alpine Linux v3.22',
      prepare: cover(target, '/etc/os-release', 'ID=alpine\nPRETTY_NAME="Alpine Linux v3.22"\n'),
    },
  ]
  return username === 'deploy' ? [...common, ...userCases(target)] : common
}

/** Faults that can't occur for root. */
function userCases(target: Target): Case[] {
  const on = { body: () => loginTo(target, 'deploy'), fine: ['auth'] }
  return [
    {
      ...on,
      name: 'sudo with a password',
      stage: 'privileges',
      code: 'sudo_needs_password',
      status: 'warning',
      hint: 'deploy ALL=(ALL) NOPASSWD: ALL',
      fine: ['auth', 'docker', 'ports'],
      prepare: moveAway(target, '/etc/sudoers.d/deploy'),
    },
    {
      ...on,
      name: 'no sudo',
      stage: 'privileges',
      code: 'sudo_missing',
      status: 'warning',
      prepare: moveAway(target, '/usr/bin/sudo'),
    },
    {
      ...on,
      name: 'a user outside of group docker',
      stage: 'docker',
      code: 'docker_socket_denied',
      hint: 'usermod -aG docker deploy',
      async prepare() {
        await target.mustExec(['gpasswd', '-d', 'deploy', 'docker'])
        return () => target.mustExec(['usermod', '-aG', 'docker', 'deploy'])
      },
    },
    {
      ...on,
      name: 'a user without a shell',
      stage: 'auth',
      code: 'shell_unusable',
      hint: 'usermod -s /bin/sh deploy',
      fine: ['tcp'],
      skips: ['privileges', 'docker'],
      async prepare() {
        await target.mustExec(['usermod', '-s', '/usr/sbin/nologin', 'deploy'])
        return () => target.mustExec(['usermod', '-s', '/bin/bash', 'deploy'])
      },
    },
  ]
}

/** Faults that need their own targets: missing or outdated programs. */
export function dockerCases(bare: Target, old: Target, username: TargetUser): Case[] {
  return [
    {
      name: 'no Docker',
      stage: 'docker',
      code: 'docker_missing',
      fine: ['forwarding', 'disk', 'ports', 'clock'],
      body: () => loginTo(bare, username),
    },
    {
      name: 'an old Docker',
      stage: 'docker',
      code: 'docker_too_old',
      detail: '20.10',
      fine: ['forwarding', 'disk'],
      body: () => loginTo(old, username),
    },
  ]
}

function sshdSetting(target: Target, line: string): Break {
  const file = '/etc/ssh/sshd_config.d/01-test.conf'
  return async () => {
    await target.mustExec(['tee', file], { stdin: `${line}\n` })
    await restartSshd(target)
    return async () => {
      await target.mustExec(['rm', file])
      await restartSshd(target)
    }
  }
}

/** A restart instead of a reload, which returns before sshd listens again. */
export async function restartSshd(target: Target): Promise<void> {
  await target.mustExec(['systemctl', 'reset-failed', 'ssh'])
  await target.mustExec(['systemctl', 'restart', 'ssh'])
}

function stopDocker(target: Target): Break {
  return async () => {
    await target.mustExec(['systemctl', 'stop', 'docker.socket', 'docker.service'])
    return async () => {
      // systemd would otherwise treat many starts in a short time as a crash loop.
      await target.mustExec(['systemctl', 'reset-failed', 'docker.service', 'docker.socket'])
      await target.mustExec(['systemctl', 'start', 'docker.socket', 'docker.service'])
    }
  }
}

function mountDisk(target: Target, options: string): Break {
  return async () => {
    await target.mustExec(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', '/var/lib/docker'])
    return () => target.mustExec(['umount', '/var/lib/docker'])
  }
}

function shrinkMemory(target: Target): Break {
  return cover(target, '/proc/meminfo', 'MemTotal:         480000 kB\nMemAvailable:     200000 kB\n')
}

/** Mounts another file over an existing one. */
function cover(target: Target, path: string, content: string): Break {
  return async () => {
    await target.mustExec(['tee', '/run/cover'], { stdin: content })
    await target.mustExec(['mount', '--bind', '/run/cover', path])
    return () => target.mustExec(['umount', path])
  }
}

function listenOn(target: Target, port: string, address = '0.0.0.0'): Break {
  const unit = `listener-${port}`
  return async () => {
    const program = ['python3', '-m', 'http.server', '--bind', address, port]
    await target.mustExec(['systemd-run', '--unit', unit, ...program])
    for (let tries = 0; tries < 100; tries += 1)
      if ((await target.exec(['ss', '-Hltn', `sport = :${port}`])).stdout !== '') break
    return () => target.mustExec(['systemctl', 'stop', unit])
  }
}

/** A program that comes first on the PATH, before the real one. */
function shim(target: Target, name: string, content: string): Break {
  const path = `/usr/local/bin/${name}`
  return async () => {
    await target.mustExec(['tee', path], { stdin: content })
    await target.mustExec(['chmod', '755', path])
    return () => target.mustExec(['rm', path])
  }
}

function moveAway(target: Target, path: string): Break {
  return async () => {
    await target.mustExec(['mv', path, '/root/away'])
    return () => target.mustExec(['mv', '/root/away', path])
  }
}
