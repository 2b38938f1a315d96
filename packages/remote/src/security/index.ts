/** Front door of the security state of a server: what is checked, how it is read, what it is worth. */
export { type SshAlgorithms, sshAlgorithms } from './catalogue/ssh-algorithms.ts'
export { type SshOption, sshOptions } from './catalogue/ssh-options.ts'
export { type SysctlSetting, sysctlSettings } from './catalogue/sysctl.ts'
export { catalogue, findCheck } from './catalogue.ts'
export {
  type Check,
  type CheckClass,
  type CheckGroup,
  type CheckResult,
  type CheckStatus,
  checkClasses,
  checkGroups,
  checkStatuses,
  type Severity,
  severities,
} from './check.ts'
export {
  type CheckedItem,
  type SecurityFacts,
  type SecurityReport,
  scanServer,
} from './scan-server.ts'
export { scoreOf, weightOf } from './score.ts'
