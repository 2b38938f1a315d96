export { putCommitStatus } from './put-commit-status.ts'
