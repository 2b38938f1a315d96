/** Checks of the machine: disk, memory, and the programs that the worker starts. */
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPacked } from '@longshore/process/unpack-program'
import { programFolders } from '../../../config.ts'
import type { Check } from '../check.ts'
import { CheckSkipped } from '../check-skipped.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { fault, ok } from '../finding.policy.ts'
import { evaluateMemory, evaluateSpace, type Space, worstOf } from './machine.policy.ts'

const folderSettings = [
  'INSTANCE_BACKUP_DIRECTORY',
  'BACKUP_DIRECTORY',
  'IMPORT_DIRECTORY',
  'SOURCE_RUNTIME_DIRECTORY',
  'SSH_RUNTIME_DIRECTORY',
] as const

export const machineChecks: readonly Check[] = [
  {
    code: 'folders',
    meaning: 'A folder from the settings is missing or not writable.',
    remedy: "Create the folder for the containers' user: install -d -o 10001 -g 10001 -m 0700 FOLDER.",
    async run(context) {
      const bad: string[] = []
      for (const folder of foldersOf(context)) {
        // A missing folder is created on demand, if its parent is writable.
        const parent = (await exists(folder)) ? folder : join(folder, '..')
        if (!(await isWritable(parent))) bad.push(folder)
      }
      if (bad.length === 0) return ok('are writable')
      return fault(`not writable: ${bad.join(', ')}`, `install -d -o 10001 -g 10001 -m 0700 ${bad.join(' ')}`)
    },
  },
  {
    code: 'disk',
    meaning: 'A disk that this instance uses is full or almost full.',
    remedy: 'Free up space (docker system df; docker image prune), or enlarge it.',
    async run(context) {
      const found = await Promise.all(foldersOf(context).map(measure))
      const spaces = found.filter((space) => space !== null)
      return worstOf(spaces.map(evaluateSpace)) ?? ok('nothing to measure')
    },
  },
  {
    code: 'memory',
    meaning: 'The machine has less than 2 GB of memory, or almost none left.',
    remedy: 'Use a machine with 2 GB or more, or move apps to another server.',
    async run() {
      const text = await readFile('/proc/meminfo', 'utf8').catch(() => null)
      if (text === null) throw new CheckSkipped('this system has no /proc/meminfo')
      return evaluateMemory(text)
    },
  },
  {
    code: 'programs',
    meaning: "The programs ssh or git are missing, so Longshore can't reach servers and repositories.",
    remedy: 'Use the container image, or install both: apt-get install openssh-client git.',
    async run(context) {
      mustBeWorker(context)
      const missing: string[] = []
      for (const program of ['ssh', 'git']) if (!(await isInstalled(program))) missing.push(program)
      return missing.length === 0 ? ok('SSH and Git are installed') : fault(`not found: ${missing.join(', ')}`)
    },
  },
  {
    code: 'buildx',
    meaning: "The program docker-buildx (BUILDX_PROGRAM) is missing or can't be run, so images can't be built.",
    remedy: 'Use the container image, or set BUILDX_PROGRAM to docker-buildx 0.13 or later.',
    async run(context) {
      const program = context.required('BUILDX_PROGRAM')
      // The container image has it compressed.
      const isThere = (await isProgram(program)) || (await isPacked(program))
      return isThere ? ok(program) : fault(`${program} is missing or can't be run`)
    },
  },
  {
    code: 'proxy-programs',
    meaning: 'The programs for servers are missing from PROXY_PROGRAMS_DIRECTORY.',
    remedy:
      'Use the container image, or build packages/proxy and packages/proxy/limits into that folder for each architecture.',
    async run(context) {
      const folder = context.required('PROXY_PROGRAMS_DIRECTORY')
      const isFilled = async (path: string) => ((await stat(path).catch(() => null))?.size ?? 0) > 0
      const has = async (name: string) => (await isFilled(join(folder, name))) || (await isPacked(join(folder, name)))
      const there: string[] = []
      for (const architecture of ['amd64', 'arm64']) {
        if (!(await has(`longshore-proxy-${architecture}`))) continue
        if (!(await has(`longshore-limits-${architecture}`)))
          return fault(`${folder} has no longshore-limits-${architecture}`)
        there.push(architecture)
      }
      // A developer builds for one architecture; the image has both.
      return there.length > 0 ? ok(`for ${there.join(' and ')}`) : fault(`${folder} has no longshore-proxy-amd64`)
    },
  },
]

function mustBeWorker(context: DoctorContext): void {
  if (!context.reading.isWorker) throw new CheckSkipped('only the worker needs them')
}

function foldersOf(context: DoctorContext): string[] {
  const { settings } = context.reading
  return [...new Set([tmpdir(), ...folderSettings.flatMap((name) => settings[name] ?? [])])]
}

async function measure(folder: string): Promise<Space | null> {
  const found = await statfs(folder).catch(() => null)
  if (found === null || found.blocks === 0) return null
  const inodes = found.files === 0 ? 1 : found.ffree / found.files
  return { folder, totalBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize, freeInodes: inodes }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false) // biome-ignore format: one line
}

async function isWritable(folder: string): Promise<boolean> {
  return await access(folder, constants.W_OK | constants.X_OK).then(() => true, () => false) // biome-ignore format: one line
}

async function isInstalled(program: string): Promise<boolean> {
  for (const folder of programFolders()) if (await isProgram(join(folder, program))) return true
  return false
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() === true && (await access(path, constants.X_OK).then(() => true, () => false)) // biome-ignore format: one line
}
