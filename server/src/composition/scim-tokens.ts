/** The tokens of SCIM connectors, for `charter scim token`. */
import { readConfig } from '../config.ts';
import type { ScimToken } from '../domain/scim/model.ts';
import { createScimToken, revokeScimToken, type TokenDeps } from '../domain/scim/tokens.ts';
import { OPERATOR } from '../engine/principal.ts';
import { conflict, invalidField, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { withDatabase } from './installation.ts';
import type { Infrastructure } from './node.ts';

/** @throws CharterError when the installation has no such tenant, or several and none is named */
async function tenantOf(
  { tenants }: Pick<Infrastructure, 'tenants'>,
  named: string | undefined,
): Promise<string> {
  const ids = (await tenants.list()).map(({ id }) => id);
  if (named !== undefined) {
    if (ids.includes(named)) return named;
    throw notFound('organisation', named);
  }
  const [only, ...others] = ids;
  if (only === undefined)
    throw conflict('The installation has no organisation yet. Sign in once, or run charter setup.');
  if (others.length > 0)
    throw invalidField('tenant', `Name one of the organisations with --tenant: ${ids.join(', ')}.`);
  return only;
}

/** @throws CharterError (Conflict) when the service does not store the directory */
const withTokens = <Result>(
  tenant: string | undefined,
  environment: NodeJS.ProcessEnv,
  work: (deps: TokenDeps, tenantId: string) => Promise<Result>,
): Promise<Result> =>
  withDatabase(readConfig(environment), async ({ infrastructure, clock }) => {
    if (infrastructure.directory === undefined)
      throw conflict(
        'Microsoft Entra keeps the directory of this installation, so no connector can write to it.',
      );
    return work({ tokens: infrastructure.scimTokens, clock }, await tenantOf(infrastructure, tenant));
  });

const byOperator = () => ({ actor: OPERATOR, requestId: newId() });

/** Creates a token. Only the result contains its text. */
export const createToken = (
  { tenant, name, expiresAt }: { tenant?: string | undefined; name: string; expiresAt: Date | null },
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ScimToken & { token: string }> =>
  withTokens(tenant, environment, (deps, tenantId) =>
    createScimToken(deps, { tenantId, displayName: name.trim(), expiresAt }, byOperator()),
  );

export const listTokens = (
  { tenant }: { tenant?: string | undefined },
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ScimToken[]> => withTokens(tenant, environment, ({ tokens }, tenantId) => tokens.list(tenantId));

export const revokeToken = (
  { tenant, tokenId }: { tenant?: string | undefined; tokenId: string },
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> =>
  withTokens(tenant, environment, (deps, tenantId) =>
    revokeScimToken(deps, { tenantId, tokenId }, byOperator()),
  );
