/** Problems with storage locations, backup settings, and backup keys in API responses. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const backupScheduleProblems = defineProblems({
  destination_refused: {
    status: 422,
    title: 'The storage location rejected the key',
    detail: 'Longshore tried to write, read, and delete an object, and the storage refused it.',
    hint: 'Check the key. It needs permission to write, read, list, and delete objects in this bucket.',
  },
  destination_bucket_missing: {
    status: 422,
    title: 'Bucket not found',
    detail: 'The storage responds, but it has no bucket with this name.',
    hint: "Check bucket, region, and endpoint. Create the bucket at your provider if it doesn't exist. Longshore never creates it.",
  },
  destination_not_reached: {
    status: 422,
    title: 'No storage found at this endpoint',
    detail: "The endpoint doesn't respond like S3-compatible storage.",
    hint: 'Check the endpoint, without the bucket in it, and whether the storage needs path-style URLs. If both are correct, try again later.',
  },
  destination_address_refused: {
    status: 422,
    title: "This network address isn't allowed",
    detail: "This instance isn't allowed to connect to this address.",
    hint: 'Use public storage with HTTPS, or ask the operator to add the network to OUTBOUND_ALLOW.',
  },
  destination_full: {
    status: 422,
    title: 'The storage location is full',
    detail: "The test object didn't fit.",
    hint: 'Free up or add space. Keeping fewer backups helps too.',
  },
  destination_failed: {
    status: 422,
    title: "The storage location doesn't work correctly",
    detail: "Longshore wrote a test object, but couldn't read it back or delete it.",
    hint: 'Check that nothing in between changes the data, and that the key can read, list, and delete objects.',
  },
  destination_lock_unavailable: {
    status: 422,
    title: "The bucket doesn't have object lock",
    detail: "The location has an object lock, but object lock isn't enabled on the bucket.",
    hint: 'Use a bucket with object lock and versioning. Most providers can enable object lock only when they create a bucket, so create a new one. Or turn off the object lock of the location.',
  },
  destination_lock_refused: {
    status: 422,
    title: "The key isn't allowed to lock objects",
    detail: 'Longshore tried to lock a test object, and the storage refused it.',
    hint: 'Give the key the permissions for object lock: s3:GetBucketObjectLockConfiguration, s3:ListBucketVersions, s3:PutObjectRetention, s3:GetObjectRetention, s3:GetObjectVersion, and s3:DeleteObjectVersion.',
  },
  destination_lock_ignored: {
    status: 422,
    title: "The storage doesn't enforce object lock",
    detail: 'Longshore stored a locked test object, and the storage deleted it before its lock ended.',
    hint: "Don't rely on this storage for locked backups. Use a provider that enforces S3 Object Lock, or turn off the object lock of the location.",
  },
  destination_server_not_ready: {
    status: 422,
    title: "The server can't be used right now",
    detail: "The server is unreachable, or can't run containers.",
    hint: "Check the server's page to see what's wrong, and try again once it's connected.",
  },
  destination_in_use: {
    status: 409,
    title: 'The storage location is in use',
    detail: 'Environments back up to it, or it contains backups.',
    hint: 'Choose another storage location for those environments, and delete its backups first.',
  },
  destination_name_taken: {
    status: 409,
    title: 'This name is already taken',
    detail: 'Storage locations need unique names within an organization.',
    hint: 'Choose another name, or change the existing storage location.',
  },
  destination_gone: {
    status: 409,
    title: 'The storage location was deleted',
    detail: 'The storage location for this backup no longer exists.',
    hint: "Choose another storage location in the environment's backup schedule.",
  },
  control_plane_not_offered: {
    status: 422,
    title: "This instance doesn't store backups itself",
    detail: "The operator hasn't set up a folder for environment backups on this instance.",
    hint: "Use a bucket or a server's disk, or ask the operator to set BACKUP_DIRECTORY.",
  },
  backups_not_configured: {
    status: 404,
    title: "Backups aren't set up",
    detail: 'This environment has no backup schedule yet.',
    hint: 'Set up backups first. You only need a storage location; everything else has defaults.',
    remedy: 'set_up_backups',
  },
})
