/** Failure codes of databases, and of data that moves to another server. */
import type { FailureTexts } from '../../platform/durable/run-failure.ts'

export const dataFailures = {
  database_not_deployed: {
    title: 'The database was never started',
    cause: 'No deployment has started this database yet.',
    hint: 'Deploy the environment first.',
  },
  database_not_ready: {
    title: "A database isn't ready",
    cause: "A database in this environment started but doesn't respond.",
    hint: 'Check its last lines. A full disk or too little memory are the usual reasons.',
  },
  database_not_supported: {
    title: 'Database not supported',
    cause: "Longshore can't run this kind of database.",
    hint: 'Use postgres, mariadb, or redis, or run the database elsewhere and set its URL as a variable.',
  },
  database_version_change: {
    title: "The database version doesn't match its data",
    cause: "The database's data belongs to a different version than the requested one.",
    hint: 'Set engineVersion back, or move the data to a new service with the other version.',
  },
  backup_before_change_failed: {
    title: 'The backup before a database change failed',
    cause: 'Longshore backs up a database before changing its image, and that backup failed.',
    hint: 'Set up backups for the environment, check why the last one failed, and deploy again.',
  },
  move_dump_failed: {
    title: "The data couldn't be read for the move",
    cause: "The database's dump tool exited with an error on the previous server.",
    hint: 'Its last lines name the table or the missing permission. The environment keeps running where it was.',
  },
  move_data_differs: {
    title: "The moved data doesn't match",
    cause: 'The data on the new server differs from what was sent.',
    hint: "The previous server is unchanged. Try again. If this keeps happening, check the new server's disk.",
  },
  move_target_has_data: {
    title: 'The new server already has this data',
    cause: "A volume with the same name exists on the new server, and this move didn't create it.",
    hint: "Confirm an earlier move if there is one, or remove the volume manually once you're sure it isn't needed.",
  },
  restore_refused: {
    title: 'The database rejected the data',
    cause: 'The database on the new server exited with an error while loading the data.',
    hint: 'Check the last lines of its output. If extensions are missing, use a database image that has them.',
  },
} as const satisfies Record<string, FailureTexts>
