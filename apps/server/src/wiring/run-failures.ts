/** Failures of background runs that have no table of their own. The error itself names the server, file or check. */
import type { FailureTexts } from '../platform/durable/run-failure.ts'

export const runFailures = {
  service_still_live: {
    title: 'The live version still runs the service',
    cause: 'A service that was removed keeps running until the next deployment, so its data is not removed yet.',
    hint: 'Deploy the environment without the service. Longshore then removes the data automatically within hours.',
  },
  authorized_keys_unwritable: {
    title: "The server's authorized keys can't be changed",
    cause: 'The file ~/.ssh/authorized_keys on the server is protected, belongs to another user, or the disk is full.',
    hint: 'Check the owner, mode, and attributes (lsattr) of ~/.ssh and the file, and the free disk space.',
  },
  check_not_fixable: {
    title: "Hardening can't fix this check",
    cause: 'The run names a check that only you can fix.',
    hint: "Choose checks marked as fixable on the server's page.",
  },
  control_plane_restored: {
    title: 'The instance was restored in the meantime',
    cause: 'Longshore was restored from a backup taken during this run, so the outcome is unknown.',
    hint: 'Check the result on the server, and start the run again if you still need it.',
  },
  key_missing: {
    title: "The server's SSH key is missing",
    cause: 'The key that the run needs was removed while the run was queued.',
    hint: 'Start the key rotation again.',
  },
  new_key_refused: {
    title: "The server doesn't accept the new key",
    cause: "sshd doesn't read authorized keys from ~/.ssh/authorized_keys. The old key stays in use.",
    hint: 'Check AuthorizedKeysFile in the output of "sshd -T" on the server.',
  },
  organization_not_removed: {
    title: 'Part of the organization is still on its servers',
    cause: "A server didn't respond, or something on it couldn't be removed. The deletion lists what's left.",
    hint: 'Longshore retries every hour. If a server is gone for good, force the deletion.',
  },
  outcome_unknown: {
    title: 'The outcome of the hardening run is unknown',
    cause:
      "The server became unreachable after the changes. It rolls them back automatically unless they're confirmed.",
    hint: "Check the connection, then the hardening runs on the server's page.",
  },
  password_not_changed: {
    title: "The database didn't accept the new password",
    cause: "The database isn't running, or its password was changed manually. The old password is still in use.",
    hint: 'Check that the database is running, then rotate the password again.',
  },
  plan_too_large: {
    title: 'The hardening plan is too large',
    cause: 'The files to change are larger than one run can handle.',
    hint: 'Choose fewer checks at a time.',
  },
  run_gone: {
    title: 'The run was deleted',
    cause: 'The resource was deleted while the run was queued.',
    hint: "You don't need to do anything. Create the resource again if you still need it.",
  },
} as const satisfies Record<string, FailureTexts>
