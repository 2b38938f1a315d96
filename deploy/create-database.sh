#!/usr/bin/env bash
# Runs once, when the cluster is made: the login of api and worker owns its database and is no superuser, so that
# neither row-level security nor the machine's files are in its reach.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres --no-psqlrc --set ON_ERROR_STOP=1 \
  --set password="$(<"$DATABASE_PASSWORD_FILE")" <<'SQL'
create role longshore login createrole password :'password';
create database longshore owner longshore;
revoke all on database longshore from public;
revoke all on database postgres from public;
SQL
