import { pool } from "@/lib/db";

export const dynamic = "force-dynamic";

export default async function Home() {
  const { rows } = await pool.query("select name from bread order by name");
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.name}>{row.name}</li>
      ))}
    </ul>
  );
}
