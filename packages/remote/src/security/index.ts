export { type SshAlgorithms, sshAlgorithms } from './catalog/ssh-algorithms.ts'
export { type SshOption, sshOptions } from './catalog/ssh-options.ts'
export { type SysctlSetting, sysctlSettings } from './catalog/sysctl.ts'
export { catalog, findCheck } from './catalog.ts'
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
