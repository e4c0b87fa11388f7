/** The embedded suite on its own database, with the people of the conformance suite. */
import { systemClock } from '../../src/kernel/clock.ts';
import type { TenantDatabases } from '../../src/kernel/tenant-databases.ts';
import type { EmbeddedSuiteOptions } from '../../src/suites/embedded/suite.ts';
import type { ConformanceWorld } from '../conformance/conformance.ts';
import { fillOrganisations } from '../conformance/writable-directory.ts';
import { createMigratedDatabase, type TestDatabase } from '../database.ts';
import { createObservedSuite, type ObservedSuite } from '../observed-suite.ts';

/** The suite's connection to the database. `end` closes it. */
export interface Connection {
  databases: TenantDatabases;
  end(): Promise<void>;
}

/** Connects as the service does, under row-level security. */
export const asService = ({ tenancy }: TestDatabase): Connection => ({
  databases: tenancy as unknown as TenantDatabases,
  end: async () => undefined,
});

export interface EmbeddedWorld extends ConformanceWorld {
  suite: ObservedSuite;
  database: TestDatabase;
}

/**
 * Creates the organisations with the rights of the service.
 * @param connect opens the connection of the suite under test
 */
export async function createEmbeddedWorld(
  connect: (database: TestDatabase) => Connection = asService,
  options: EmbeddedSuiteOptions = {},
): Promise<EmbeddedWorld> {
  const database = await createMigratedDatabase();
  const administration = await createObservedSuite(asService(database).databases, systemClock);
  const world = await fillOrganisations(administration);
  const { databases, end } = connect(database);
  return {
    ...world,
    suite: await createObservedSuite(databases, systemClock, { ownApps: [world.apps.own], ...options }),
    capabilities: await administration.capabilities(world.tenantId),
    database,
    messagesIn: async (teamId, channelId) =>
      (await administration.listMessages(world.tenantId, teamId, channelId)).map(({ text }) => text),
    pictureOf: async (teamId) => (await administration.findPicture(world.tenantId, teamId))?.bytes,
    async release() {
      await end();
      await database.drop();
    },
  };
}
