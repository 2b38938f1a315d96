/** Front door: a tree in, a report out. Pure: it reads what the tree gives and nothing else. */
export { type AnalyzeOptions, analyze } from './analyze.ts'
