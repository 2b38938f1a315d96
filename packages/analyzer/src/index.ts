export { type AnalyzeOptions, analyze } from './analyze.ts'
