/** Builds that take what they can get, and how each has to end. */
import type { RepositoryFile } from '../../fixtures/repository.ts'

export interface GreedyBuild {
  readonly name: string
  readonly files: readonly RepositoryFile[]
  readonly code: string
  /** In the arguments of a process that must not be left on the server. */
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
  build('prints', 'build_output_too_large', { instruction: 'yes seven-thousand-four', trace: 'seven-thousand-four' }),
  build('never-ends', 'build_timeout', { instruction: 'while :; do : 7005; done', trace: '7005' }),
]
