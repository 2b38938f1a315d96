export { type AnalysisCall, type AnalysisStage, analyzeRemote, analyzeSource } from './analyze-source.ts'
