/** A statement of the dashboard that was untrue once. Its replay shows it again, and says what isn't true on the screen. */
import type { RowsTestEnv } from './rows-test-env.ts'

/** Notes a statement on the screen. `untrue` describes what a person reads there if it doesn't hold. */
export type Note = (holds: boolean, untrue: string) => void

export interface Finding<TestEnv> {
  /** A short description of the screen. */
  readonly seen: string
  replay(testEnv: TestEnv, note: Note): Promise<void>
}

export type RowsFinding = Finding<RowsTestEnv>
