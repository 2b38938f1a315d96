import type { RunResult } from '../../ssh/index.ts'

/** Runs one read-only program; its exit code is part of the result. */
export type ReadCommand = (argv: readonly [string, ...string[]], options?: { asRoot?: boolean }) => Promise<RunResult>
