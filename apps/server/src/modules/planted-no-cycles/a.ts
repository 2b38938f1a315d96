import './b.ts'
