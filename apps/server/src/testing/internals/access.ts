/** Parts of access that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export type { Actor } from '../../platform/access/actor.ts'
export {
  isPermission,
  type Permission,
  permissions,
  type Role,
  rolePermissions,
  roles,
} from '../../platform/access/permissions.ts'
