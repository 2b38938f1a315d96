import { pgTable, serial, text } from "drizzle-orm/pg-core";

export const entries = pgTable("entries", {
  id: serial("id").primaryKey(),
  note: text("note").notNull(),
});
