/** What can go wrong with destinations, settings and keys of backups, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const backupPlanProblems = defineProblems({
  destination_refused: {
    status: 422,
    title: 'The store does not accept the key',
    detail: 'One object was to be written, read and deleted, and the store refused it.',
    hint: 'Check the key; it must be allowed to write, read, list and delete objects of this bucket.',
  },
  destination_bucket_missing: {
    status: 422,
    title: 'There is no such bucket',
    detail: 'The store answers, and says that it has no bucket of this name.',
    hint: 'Check bucket, region and endpoint; make the bucket at the store if there is none. It is never made from here.',
  },
  destination_not_reached: {
    status: 422,
    title: 'No store answers there',
    detail: 'At the address nothing answers as a store of objects does.',
    hint: 'Check the endpoint, without the bucket in it, and whether the store wants path style. If both are right, try again later.',
  },
  destination_address_refused: {
    status: 422,
    title: 'This address is not allowed',
    detail: 'The operator of this instance does not let it connect to this address.',
    hint: 'Use a public store with https, or have the operator add the network to OUTBOUND_ALLOW.',
  },
  destination_full: {
    status: 422,
    title: 'The destination has no room left',
    detail: 'The object did not fit.',
    hint: 'Free space or enlarge it; shorter retention of backups helps too.',
  },
  destination_failed: {
    status: 422,
    title: 'The destination does not do what it should',
    detail: 'One object was written, and reading it back or deleting it did not work.',
    hint: 'Check that nothing between here and the store changes what passes, and that the key may read, list and delete.',
  },
  destination_server_not_ready: {
    status: 422,
    title: 'The server cannot be used now',
    detail: 'The server cannot be reached, or containers cannot be run on it.',
    hint: 'See the server’s own page for what is wrong with it, and try again when it is connected.',
  },
  destination_in_use: {
    status: 409,
    title: 'The destination is in use',
    detail: 'Environments back up to it, or it holds backups.',
    hint: 'Give those environments another destination, and delete the backups in it first.',
  },
  destination_name_taken: {
    status: 409,
    title: 'There is a destination of this name',
    detail: 'Names of destinations are unique in an organisation.',
    hint: 'Choose another name, or change the one that is there.',
  },
  destination_gone: {
    status: 409,
    title: 'The destination is gone',
    detail: 'Where this should be stored was deleted.',
    hint: 'Choose another destination in the settings of the environment’s backups.',
  },
  control_plane_not_offered: {
    status: 422,
    title: 'This instance keeps no backups itself',
    detail: 'The operator has not given a folder for backups of environments on the machine of this instance.',
    hint: 'Use a bucket or the disk of a server, or have the operator set BACKUP_DIRECTORY.',
  },
  backups_not_configured: {
    status: 404,
    title: 'No backups are set up',
    detail: 'This environment has no settings of backups yet.',
    hint: 'Save them with PATCH first: a destination is all that is needed, everything else has defaults.',
  },
})
