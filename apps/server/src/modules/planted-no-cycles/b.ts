import './a.ts'
