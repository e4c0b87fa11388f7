/** Routes of the tokens with which connectors write people and groups by SCIM, with their schemas. */
import Type from 'typebox';
import { MAX_NAME_LENGTH } from '../../domain/directory/ports.ts';
import { addScimToken, listScimTokens, removeScimToken } from '../../domain/scim/manage-tokens.ts';
import type { ScimToken } from '../../domain/scim/model.ts';
import { MAX_SCIM_TOKENS } from '../../domain/scim/tokens.ts';
import { route } from '../route.ts';
import { Closed, Collection, DateTime, described, Model, Resource } from '../schema.ts';

const ScimTokenPayload = Model('ScimTokenPayload', {
  displayName: Type.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '\\S',
    description: 'Name of the connector, shown in the audit trails',
  }),
  expiresDateTime: Type.Optional(described(DateTime, 'End of the token, in the future. Default: none')),
});

const TOKEN = {
  id: Type.String(),
  displayName: Type.String(),
  hint: Type.String({ description: 'The first characters of the token' }),
  createdDateTime: DateTime,
  expiresDateTime: Type.Optional(described(DateTime, 'Absent when the token does not expire')),
  lastUsedDateTime: Type.Optional(
    described(DateTime, 'Exact to a minute; absent when the token was never used'),
  ),
};

const ScimTokens = Collection('ScimTokens', Model('ScimToken', TOKEN));

const CreatedScimToken = Resource('CreatedScimToken', {
  ...TOKEN,
  token: Type.String({ description: 'The token for the connector; shown only once' }),
});

const describeToken = ({ tokenId, displayName, hint, createdAt, expiresAt, lastUsedAt }: ScimToken) => ({
  id: tokenId,
  displayName,
  hint,
  createdDateTime: createdAt.toISOString(),
  expiresDateTime: expiresAt?.toISOString(),
  lastUsedDateTime: lastUsedAt?.toISOString(),
});

export const getScimTokensRoute = route(
  {
    summary: 'List the SCIM tokens',
    collection: ScimTokens,
    description:
      'Oldest first, without their texts. With Microsoft 365 the response is 403, because no connector writes its directory.',
  },
  async (deps, { principal }) => ({ items: (await listScimTokens(deps, principal)).map(describeToken) }),
);

export const createScimTokenRoute = route(
  {
    summary: 'Create a SCIM token',
    body: ScimTokenPayload,
    response: CreatedScimToken,
    context: 'scim-tokens/$entity',
    errors: [409],
    description: `A connector of your identity provider writes people and groups with it, at /scim/v2 only. An organisation has at most ${MAX_SCIM_TOKENS}.`,
  },
  async (deps, { principal, context, body: { displayName, expiresDateTime } }) => {
    const { token, ...stored } = await addScimToken(deps, principal, context, {
      displayName,
      expiresAt: expiresDateTime === undefined ? null : new Date(expiresDateTime),
    });
    return { ...describeToken(stored), token };
  },
);

export const deleteScimTokenRoute = route(
  {
    summary: 'Revoke a SCIM token',
    params: Closed({ tokenId: Type.String({ minLength: 1, maxLength: 255 }) }),
    description: 'Calls with it are rejected at once on every node.',
  },
  (deps, { principal, context, params }) => removeScimToken(deps, principal, context, params),
);
