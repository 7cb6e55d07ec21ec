#!/bin/sh
# Runs once, when the volume of Postgres is new: the role that Keysheet uses owns its database, and is no superuser.
# The superuser has no password: only `docker compose exec postgres psql -U postgres` lets it in.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set "password=$POSTGRES_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
CREATE ROLE keysheet LOGIN PASSWORD :'password';
CREATE DATABASE keysheet OWNER keysheet;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
