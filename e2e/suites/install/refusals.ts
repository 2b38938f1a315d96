/** Machines on which Longshore can't be installed: the script says why and what to do, and changes nothing. */
import { generateKeyPairSync } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readState } from '../../support/installation/machine-state.ts'
import { type Machine, startMachine } from '../../support/installation/script-machine.ts'
import { type Shelf, version } from '../../support/installation/shelf.ts'
import type { Report } from '../../support/report.ts'
import { url } from './fresh.ts'

interface Refusal {
  readonly what: string
  readonly code: number
  /** Parts of the message: the reason and the remedy. */
  readonly says: readonly string[]
  readonly args?: readonly string[]
}

/** The exit code names the first problem, the message has a remedy, and the machine is as before. */
export async function expectRefusal(machine: Machine, report: Report, refusal: Refusal): Promise<void> {
  const { what, code, says, args = ['--url', url, '--yes'] } = refusal
  const before = await readState(machine.target)
  const { exitCode, stderr } = await machine.script(...args)
  report.expect(exitCode === code, `${what}: the script ends with ${exitCode} in place of ${code}`)
  for (const part of says) report.expect(stderr.includes(part), `${what}: the message lacks "${part}"`)
  report.expect((await readState(machine.target)) === before, `${what}: the refused script changes the machine`)
}

export async function runRefusals({ shelf, report }: { shelf: Shelf; report: Report }): Promise<void> {
  await using machine = await startMachine(shelf)
  const { target } = machine
  const hosts = await target.mustExec(['cat', '/etc/hosts'])
  const withoutName = hosts.split('\n').filter((line) => !line.includes('shop.test'))
  await target.mustExec(['tee', '/etc/hosts'], { stdin: `${withoutName.join('\n')}\n` })
  await expectRefusal(machine, report, { what: 'no DNS', code: 19, says: ["doesn't resolve", 'Add an A record'] })
  await target.mustExec(['tee', '/etc/hosts'], { stdin: `${hosts}\n` })
  await target.mustExec(['mount', '-t', 'tmpfs', '-o', 'size=100m', 'small', '/opt'])
  await expectRefusal(machine, report, {
    what: 'little disk',
    code: 14,
    says: ['MB of free disk space', 'Free some space'],
  })
  await target.mustExec(['umount', '/opt'])
  const args = ['--url', 'deploy.example.com; true']
  await expectRefusal(machine, report, { what: 'a bad URL', code: 2, says: ["can't be used for --url"], args })
  await refuseTampered(machine, { shelf, report })
}

export async function refuseOldDocker({ shelf, report }: { shelf: Shelf; report: Report }): Promise<void> {
  await using machine = await startMachine(shelf, { kind: 'docker20' })
  await expectRefusal(machine, report, { what: 'old Docker', code: 17, says: ['is too old', '--replace-docker'] })
}

/** A changed file, checksums that fit it, and a signature of another key. */
async function refuseTampered(machine: Machine, { shelf, report }: { shelf: Shelf; report: Report }): Promise<void> {
  const folder = join(shelf.releases.folder, version)
  const notes = await readFile(join(folder, 'notes.md'))
  await appendFile(join(folder, 'notes.md'), 'changed')
  await expectRefusal(machine, report, { what: 'a changed file', code: 32, says: ["isn't the file that was released"] })
  await writeFile(join(folder, 'notes.md'), notes)
  await shelf.releases.sign(version, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey)
  await expectRefusal(machine, report, {
    what: 'another key',
    code: 31,
    says: ["signature of this release isn't valid"],
  })
  await shelf.releases.sign(version)
}
