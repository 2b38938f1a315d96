export { putCommitStatus } from './put-commit-status.action.ts'
