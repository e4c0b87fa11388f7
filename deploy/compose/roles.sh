#!/bin/sh
# Creates the database and its roles at the first start of PostgreSQL (docs/operations.md, migrations and upgrades).
set -eu
psql --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 --set=owner="$CHARTER_OWNER_PASSWORD" --set=app="$CHARTER_APP_PASSWORD" <<'SQL'
create role charter_owner login password :'owner';
create database charter owner charter_owner;
create role charter_app login password :'app';
SQL
