import { db } from "~/server/db";
import { entries } from "~/server/db/schema";

export const dynamic = "force-dynamic";

export default async function Page() {
  const rows = await db.select().from(entries);
  return <p>{rows.length} entries</p>;
}
