/** Front door of what forges are told, on both sides. */
export { putCommitStatus } from './put-commit-status.ts'
