import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { statements } from '../kernel/sql.ts';
import { NO_TENANT } from './tenants.ts';

/** Runs statements on a connection that is bound to no tenant, such as the owner's. Its caller opens and closes it. */
export function statementsOn(client: Pick<pg.ClientBase, 'query'>) {
  const lent = {
    query: (text: string, values: readonly unknown[]) => client.query(text, [...values]),
    release: () => undefined,
  };
  const pool = { connect: async () => lent, end: async () => undefined };
  return statements(new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }), NO_TENANT);
}
