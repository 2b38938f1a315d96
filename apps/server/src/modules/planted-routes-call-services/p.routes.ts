import './p.repository.ts'
