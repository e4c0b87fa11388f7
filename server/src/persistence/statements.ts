/** Executes SQL whose first parameter is the tenant's id. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { CharterTables } from './tables.ts';

export const statements =
  (db: Kysely<CharterTables>, tenantId: string) =>
  async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId, ...values]))).rows;
