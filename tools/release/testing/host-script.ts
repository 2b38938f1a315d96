/** Runs functions of the host script for an installation in a folder, with programs that only remember their calls. */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { joinHostScript } from '../join-host-script.ts'

const script = await joinHostScript({
  baseUrl: 'https://releases.test',
  version: '1.2.0',
  imageRepository: 'registry.test/longshore',
  releaseKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n',
  dockerAptUrl: 'https://releases.test/linux',
})
/** The last line starts the script. */
const functions = script.trimEnd().replace(/\n[^\n]*$/, '\n')

/** Files in the folder `fake-NAME.sh`, and programs that are too short for a file. */
const copied = ['docker', 'curl']
const programs = {
  'apt-get': 'printf "%s\\n" "$*" >>"$FAKE/calls"; ! grep -qsE -f "$FAKE/fails" <<<"$*"',
  getent: 'echo "ops:x:1000:1000::$FAKE/home/ops:/bin/sh"',
  runuser: 'shift 3; exec "$@"',
  // On a full disk, grep can't write its output.
  grep: 'if [[ -f $FAKE/full && $1 == -v* ]]; then exit 2; fi; exec /bin/grep "$@"',
}

export interface HostScript extends AsyncDisposable {
  /** Parent of the installation's folder, and of `home/ops`. */
  readonly fake: string
  readonly folder: string
  /** Runs lines after the functions of the script. */
  run(lines: string): { status: number | null; stdout: string; stderr: string }
  /** Paths are relative to the parent. */
  write(files: Readonly<Record<string, string>>): Promise<void>
  read(path: string): Promise<string>
  calls(): Promise<string[]>
}

export async function createHostScript(): Promise<HostScript> {
  const fake = await mkdtemp(join(tmpdir(), 'longshore-host-'))
  const folder = join(fake, 'installation')
  await mkdir(join(fake, 'bin'))
  for (const name of copied) await copyFile(join(import.meta.dirname, `fake-${name}.sh`), join(fake, 'bin', name))
  for (const [name, line] of Object.entries(programs))
    await writeFile(join(fake, 'bin', name), `#!/usr/bin/env bash\n${line}\n`, { mode: 0o755 })
  const environment = {
    PATH: `${join(fake, 'bin')}:${process.env.PATH}`,
    ...{ FAKE: fake, WORK: fake, LONGSHORE_FOLDER: folder, LONGSHORE_PROGRAM: join(fake, 'longshore') },
  }
  const read = async (path: string) => (await readFile(join(fake, path), 'utf8').catch(() => '')).trim()
  return {
    fake,
    folder,
    read,
    run(lines) {
      const input = `${functions}${lines}\n`
      const { status, stdout, stderr } = spawnSync('bash', ['-s'], { input, encoding: 'utf8', env: environment })
      return { status, stdout: stdout.trim(), stderr }
    },
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(fake, path)), { recursive: true })
        await writeFile(join(fake, path), content)
      }
    },
    calls: async () => (await read('calls')).split('\n'),
    [Symbol.asyncDispose]: () => rm(fake, { recursive: true, force: true }),
  }
}
