-- Which keys secrets may be sealed to. Public halves only: the identity that opens is never in the database.

create table sealing_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  recipient text not null unique,
  -- A known text sealed to this key: whoever cannot open it does not have the key.
  canary text not null,
  -- When a worker first opened the canary.
  proven_at timestamptz,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on sealing_keys to longshore_system;
