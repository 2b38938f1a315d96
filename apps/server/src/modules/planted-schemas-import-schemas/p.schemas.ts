import './p.service.ts'
