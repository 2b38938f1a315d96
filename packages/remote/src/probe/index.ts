export { type FindingCode, findings } from './findings.ts'
export type { ProbeEvent, ProbeRequest, ProbeResult, ProbeTools } from './probe-request.ts'
export { probeServer } from './probe-server.ts'
export { type StageEvent, stageNames, stageStatuses } from './stages.ts'
