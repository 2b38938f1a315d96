/** Reads the catalog of our own tables from PostgreSQL. */
import type pg from 'pg'

export interface StoredTable {
  name: string
  columns: string[]
  /** Role that can read every row; null if the login reads the table itself. */
  reader: 'longshore_system' | null
}

/** Lists tables without partitions, which are read and written through their parent. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable & { isWhole: boolean }>(`
    select c.relname as name,
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      case when has_table_privilege('longshore_system', c.oid, 'select') then 'longshore_system' end as reader,
      not relforcerowsecurity or exists (
        select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('*', 'r')
          and 'longshore_system'::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true') as "isWhole"
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`)
  const hidden = rows.filter(({ isWhole }) => !isWhole).map(({ name }) => name)
  if (hidden.length > 0) throw new Error(`rows of ${hidden.join(', ')} cannot all be read`)
  return rows
}

export async function listSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string; isReadable: boolean }>(
    `select sequencename as name, coalesce(last_value, 0)::text as value,
      has_sequence_privilege(format('public.%I', sequencename), 'select') as "isReadable"
    from pg_sequences where schemaname = 'public' order by 1`,
  )
  // PostgreSQL returns null instead of an error for values that the login can't read.
  const hidden = rows.filter(({ isReadable }) => !isReadable).map(({ name }) => name)
  if (hidden.length > 0) throw new Error(`the sequences ${hidden.join(', ')} cannot be read`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/**
 * Plans the statements that remove foreign keys, triggers and forced row-level security, so that rows load in any
 * order, and the statements that restore them.
 */
export async function planLoading(client: pg.ClientBase): Promise<{ before: string[]; after: string[] }> {
  const { rows } = await client.query<{ before: string; after: string }>(`
    select format('alter table public.%I drop constraint %I', t.relname, conname) as before,
      format('alter table public.%I add constraint %I %s', t.relname, conname, pg_get_constraintdef(o.oid)) as after
    from pg_constraint o join pg_class t on t.oid = conrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    union all
    select format('alter table public.%I no force row level security', relname),
      format('alter table public.%I force row level security', relname)
    from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity and not relispartition
    union all
    select distinct format('alter table public.%I disable trigger user', relname),
      format('alter table public.%I enable trigger user', relname)
    from pg_class c join pg_trigger g on g.tgrelid = c.oid
    where relnamespace = 'public'::regnamespace and not tgisinternal and not relispartition`)
  return { before: rows.map((row) => row.before), after: rows.map((row) => row.after) }
}
