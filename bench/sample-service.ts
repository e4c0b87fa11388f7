/** Runs a service with the sample organisation for a benchmark, after adding rows to its database. */
import pg from 'pg';
import { openService, type Service } from '../acceptance/service.ts';
import { leaseSharedPostgres } from '../server/test/shared-postgres.ts';

/** Adds rows to the organisation Meridian as the owner of the database, then updates the planner's statistics. */
async function fillDatabase(
  { databaseUrl }: Service,
  fill: (client: pg.Client, tenantId: string) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "select tenant_id as id from charter.templates where template_id = 'example.meridian.project'",
    );
    const [tenant] = rows;
    if (tenant === undefined) throw new Error('The sample organisation has no templates.');
    await fill(client, tenant.id);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Starts the service on a database of its own, adds rows, measures it, and stops it. */
export async function measureSample<Result>(
  fill: (client: pg.Client, tenantId: string) => Promise<void>,
  measure: (service: Service) => Promise<Result>,
): Promise<Result> {
  const postgres = await leaseSharedPostgres();
  const service = await openService();
  try {
    await fillDatabase(service, fill);
    return await measure(service);
  } finally {
    await service.stop();
    await postgres.finish();
  }
}
