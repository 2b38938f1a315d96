/** Builds that take what they can get, and how each has to end. */
import type { RepositoryFile } from '../../fixtures/repository.ts'

export interface GreedyBuild {
  readonly name: string
  readonly files: readonly RepositoryFile[]
  readonly code: string
  /** Marks the arguments of a process that must not be left on the server. */
  readonly trace: string
}

const build = (
  name: string,
  code: string,
  { instruction, trace }: { instruction: string; trace: string },
): GreedyBuild => ({
  name,
  code,
  trace,
  files: [{ path: 'Dockerfile', content: `FROM node:24-slim\nRUN ${instruction}\nCMD ["node"]\n` }],
})

export const greedyBuilds: readonly GreedyBuild[] = [
  build('forks', 'build_failed', {
    instruction: 'bomb() { bomb | bomb & }; bomb; for i in $(seq 5000); do sleep 7001 & done; wait',
    trace: 'sleep 7001',
  }),
  build('allocates', 'build_out_of_memory', {
    instruction: `node -e "const kept = []; for (;;) kept.push(Buffer.alloc(1 << 24, 7002))"`,
    trace: '7002',
  }),
  build('fills-the-disk', 'disk_full', {
    instruction: 'cat /dev/zero > /filled-7003; sleep 7003',
    trace: 'filled-7003',
  }),
  // Prints as fast as Docker Engine forwards the output.
  build('prints', 'build_output_too_large', {
    instruction: 'while :; do head -c 15000 /dev/zero | tr "\\0" 7; sleep 0.1; : 7004; done',
    trace: '7004',
  }),
  // Prints faster than that: Docker Engine cuts the output off, so the time limit has to end the build.
  build('floods', 'build_timeout', { instruction: 'yes seven-thousand-five', trace: 'seven-thousand-five' }),
  build('never-ends', 'build_timeout', { instruction: 'while :; do : 7006; done', trace: '7006' }),
]
