/** The reference for getTeam: a bare Fastify route that verifies the same token and runs the same query. */
import { fastify } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import pg from 'pg';

const { BARE_DATABASE_URL, BARE_JWKS, BARE_ISSUER, BARE_AUDIENCE, BARE_QUERY } = process.env as Record<
  string,
  string
>;

const pool = new pg.Pool({ connectionString: BARE_DATABASE_URL, max: 10 });
const keys = createRemoteJWKSet(new URL(BARE_JWKS as string));
const verification = { issuer: BARE_ISSUER as string, audience: BARE_AUDIENCE as string };
const app = fastify();

app.get<{ Params: { teamId: string } }>('/v1.0/teams/:teamId', async (request, reply) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const { payload } = await jwtVerify(token, keys, verification);
  const { rows } = await pool.query({
    name: 'team',
    text: BARE_QUERY as string,
    values: [payload.tid, request.params.teamId],
  });
  if (rows.length === 0) return reply.status(404).send();
  return rows[0];
});

await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as { port: number };
console.log(`http://127.0.0.1:${port}`);
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
  process.exit();
});
