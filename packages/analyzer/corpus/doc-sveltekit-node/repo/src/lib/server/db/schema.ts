import { int, mysqlTable, text } from 'drizzle-orm/mysql-core';

export const entry = mysqlTable('entry', {
	id: int('id').primaryKey().autoincrement(),
	message: text('message').notNull()
});
