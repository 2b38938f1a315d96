/** Problems that prevent a recovery or a drill. Their runs record failures on servers. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const recoveryProblems = defineProblems({
  recovery_server_reachable: {
    status: 409,
    title: 'The server responds',
    detail: 'This environment runs on a server that Longshore can reach. A recovery would lose data that a move keeps.',
    hint: 'Move the environment to another server. To recover it from backups anyway, set force.',
    remedy: 'choose_server',
  },
  recovery_same_server: {
    status: 409,
    title: 'Choose another server',
    detail: 'The environment already runs on this server.',
    hint: 'Choose the server that the environment should run on from now on.',
  },
  recovery_without_backup: {
    status: 409,
    title: 'Some data has no usable backup',
    detail: 'A database or volume has no backup outside of the lost server.',
    hint: 'To start these services without their data, name them in withoutData.',
    remedy: 'choose_backup',
  },
  recovery_loses_data: {
    status: 409,
    title: 'Data written after the backups would be lost',
    detail: 'A recovery restores the newest backups. What was written after them stays on the lost server.',
    hint: 'To continue, set allowDataLoss.',
  },
  recovery_impossible: {
    status: 409,
    title: 'The live version cannot be rebuilt',
    detail: 'An image of the live version existed only on the lost server.',
    hint: 'Deploy the environment from its repository, or with an image from a registry.',
    remedy: 'deploy',
  },
  drill_without_backup: {
    status: 409,
    title: 'Some data has no usable backup',
    detail: 'A database or volume has no backup outside of its server, so a recovery cannot bring it back.',
    hint: 'Set up backups to a storage location outside of this server, and create one.',
    remedy: 'set_up_backups',
  },
  drill_under_way: {
    status: 409,
    title: 'A drill is running',
    detail: 'Only one drill of an environment runs at a time.',
    hint: 'Wait until it ends.',
  },
})
