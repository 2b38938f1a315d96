import { DataSource } from 'typeorm'

export default new DataSource({ type: 'mysql', url: process.env.DATABASE_URL, migrations: ['dist/migrations/*.js'] })
