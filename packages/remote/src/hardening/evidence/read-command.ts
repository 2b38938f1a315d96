import type { RunResult } from '../../ssh/index.ts'

/** Runs one program that reads; its exit code is part of the answer. */
export type ReadCommand = (argv: readonly [string, ...string[]], options?: { asRoot?: boolean }) => Promise<RunResult>
