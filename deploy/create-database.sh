#!/usr/bin/env bash
# Runs once, when the cluster is made: the login that applies migrations owns the database. It isn't a superuser, so it can't
# reach the machine's files. It makes the logins of the api and the worker, which own nothing.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres --no-psqlrc --set ON_ERROR_STOP=1 \
  --set password="$(<"$DATABASE_PASSWORD_FILE")" <<'SQL'
create role longshore login createrole password :'password';
create database longshore owner longshore;
revoke all on database longshore from public;
revoke all on database postgres from public;
SQL
