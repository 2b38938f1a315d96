/** The real state of a target, seen from its console. */
import { createHash } from 'node:crypto'
import type { Target } from '../../fixtures/target.ts'

/**
 * Excluded from the comparison of /etc: ld.so.cache and similar files belong to package installation, mtab is the
 * kernel's, and Docker Engine mounts resolv.conf, hosts and hostname.
 */
const ignored = /^etc\/(ld\.so\.cache|mtab|resolv\.conf|hosts|hostname|\.pwd\.lock|\.updated|machine-id)( |$)/

export type EtcDigest = ReadonlyMap<string, string>

/** Every file, directory and link below /etc: content, mode, owner, target. */
export async function digestEtc(target: Target): Promise<EtcDigest> {
  const listed = await target.mustExec(['find', '/etc', '-xdev', '-printf', '%P\\t%y %m %U:%G %l\\n'])
  const digest = new Map<string, string>()
  for (const line of listed.split('\n')) {
    const [path = '', about = ''] = line.split('\t')
    if (!ignored.test(`etc/${path}`)) digest.set(path, about)
  }
  const sums = await target.mustExec(['find', '/etc', '-xdev', '-type', 'f', '-exec', 'sha256sum', '{}', '+'])
  for (const line of sums.split('\n')) {
    const path = line.slice(66 + '/etc/'.length)
    const about = digest.get(path)
    if (about !== undefined) digest.set(path, `${about} ${line.slice(0, 64)}`)
  }
  return digest
}

export function compareEtc(before: EtcDigest, after: EtcDigest, mayDiffer: RegExp = /^$/): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path) && !mayDiffer.test(path))
}

export function hashOf(digest: EtcDigest): string {
  const text = [...digest].map(([path, about]) => `${path} ${about}\n`).sort()
  return createHash('sha256').update(text.join('')).digest('hex')
}

/** Rules and policies, without counters. */
export async function readFirewallRules(target: Target): Promise<string> {
  const v4 = await target.mustExec(['iptables-save'])
  const v6 = await target.mustExec(['ip6tables-save'])
  return `${v4}\n${v6}`.replace(/^#.*$/gm, '').replace(/\[\d+:\d+\]/g, '')
}

export async function guardState(target: Target, runId: string): Promise<string> {
  const listed = await target.exec(['ls', `/var/lib/longshore/harden/${runId}`])
  return /^state\.(\w+)$/m.exec(listed.stdout)?.[1] ?? 'none'
}

/** Longshore's timers and units that still exist. None should once a run has ended. */
export async function leftovers(target: Target): Promise<string[]> {
  const units = await target.exec(['systemctl', 'list-units', '--all', '--no-legend', '--plain', 'longshore-harden*'])
  const files = await target.exec(['find', '/etc', '-name', '*longshore-harden*'])
  const half = await target.exec(['find', '/etc', '-name', '*.longshore-*'])
  return `${units.stdout}\n${files.stdout}\n${half.stdout}`.split('\n').filter((line) => line.trim() !== '')
}
