/** Migrates the configured database, for `charter migrate`. */
import { readConfig } from '../config.ts';
import { migrateDatabase } from '../persistence/database.ts';
import type { MigrationPlan } from '../persistence/migrate.ts';

/**
 * @param isPlan whether to return the changes without making them
 * @param log receives lines for the operator
 * @throws CharterError when DATABASE_URL is not set or can't be used
 * @throws SchemaError (SchemaAhead) when this version can't run on the database
 */
export const migrateConfigured = (isPlan: boolean, log: (line: string) => void): Promise<MigrationPlan> =>
  migrateDatabase({ ...readConfig(), log }, isPlan);
