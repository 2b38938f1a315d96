-- Sign-ins of programs on other devices (RFC 8628), such as the CLI: a person approves them in the browser. Everything secret is
-- hashed. The API token that an approval creates is derived from the device code when the program collects it, so it is never
-- stored.
create table device_sign_ins (
  id uuid primary key,
  device_code_hash bytea not null unique,
  -- Keyed hash, because people type the user code and it is short.
  user_code_hash bytea not null unique,
  -- Hash and last characters of the API token that an approval creates.
  token_hash bytea not null,
  token_hint text not null check (length(token_hint) = 4),
  client_name text not null check (length(client_name) between 1 and 100),
  ip text not null check (length(ip) between 1 and 100),
  user_agent text not null check (length(user_agent) <= 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'collected')),
  -- Grows when the program polls too fast.
  interval_seconds integer not null default 5 check (interval_seconds between 1 and 60),
  last_polled_at timestamptz,
  -- API token of the approval.
  token_id uuid references api_tokens on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((token_id is not null) = (status in ('approved', 'collected')))
);
create index device_sign_ins_by_token on device_sign_ins (token_id);
create index device_sign_ins_expired on device_sign_ins (expires_at);
grant select, insert, update, delete on device_sign_ins to longshore_system;
