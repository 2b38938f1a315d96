/** Front door of the analysis of a fetched commit, in a process of its own without rights. */
export { type AnalysisCall, type AnalysisStage, analyzeRemote, analyzeSource } from './analyze-source.ts'
