import { pgTable, serial } from 'drizzle-orm/pg-core'

export const user = pgTable('user', { id: serial('id').primaryKey() })
