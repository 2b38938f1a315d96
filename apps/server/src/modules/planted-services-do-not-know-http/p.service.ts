import './p.routes.ts'
