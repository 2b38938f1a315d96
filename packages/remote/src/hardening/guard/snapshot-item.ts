/** What a revert must know to put back: see `snapshot` in guard.sh. */
export type SnapshotItem =
  /** Content, mode and owner, or that it was not there. */
  | { kind: 'file'; value: string }
  /** As `file`, but put back only by the timer, a restart or a failure: not by a later undo. */
  | { kind: 'login'; value: string }
  /** Every file of a directory; on revert, what appeared beside them is set aside. */
  | { kind: 'tree'; value: string }
  /** Whether the directory was there. */
  | { kind: 'dir'; value: string }
  /** Mode and owner only: the content never leaves its place. */
  | { kind: 'mode'; value: string }
  /** Whether it is enabled and active. */
  | { kind: 'unit'; value: string }
  /** A unit that must read its files again when they were put back. */
  | { kind: 'reload'; value: string }
  | { kind: 'sysctl'; value: string }
  /** A port on which sshd must listen after a revert. */
  | { kind: 'ssh'; value: string }
  | { kind: 'ufw' }
