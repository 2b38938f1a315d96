/** The data that a revert needs; see `snapshot` in guard.sh. */
export type SnapshotItem =
  /** Content, mode, and owner, or the fact that it was missing. */
  | { kind: 'file'; value: string }
  /** Like `file`, but restored only by the timer, a restart, or a failure, not by a later undo. */
  | { kind: 'login'; value: string }
  /** Every file of a directory. On revert, additional files are moved aside. */
  | { kind: 'tree'; value: string }
  /** Whether the directory existed. */
  | { kind: 'dir'; value: string }
  /** Mode and owner only: the content is never copied. */
  | { kind: 'mode'; value: string }
  /** Whether the unit is enabled and active. */
  | { kind: 'unit'; value: string }
  /** A unit that must reload its files after they were restored. */
  | { kind: 'reload'; value: string }
  | { kind: 'sysctl'; value: string }
  /** A port on which sshd must listen after a revert. */
  | { kind: 'ssh'; value: string }
  | { kind: 'ufw' }
