import './worker-context.ts'
