/** Describes the supported SCIM features, resource types and schemas (RFC 7643, sections 5 to 7; RFC 7644, section 4). */
import { ENTERPRISE_URN, GROUP_URN, SCHEMAS, USER_URN } from './schemas.ts';

/** Largest and default number of resources in a list. */
export const MAX_RESOURCES = 1_000;
export const DEFAULT_RESOURCES = 100;

const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const TYPE_URN = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG_URN = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

/** @param base the address of the SCIM service, without a slash at the end */
export function discoveryOf(base: string) {
  const meta = (resourceType: string, path: string) => ({
    meta: { resourceType, location: `${base}${path}` },
  });
  return {
    serviceProviderConfig: {
      schemas: [CONFIG_URN],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_RESOURCES },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'A token that the operator creates with charter scim token create',
          specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
          primary: true,
        },
      ],
      ...meta('ServiceProviderConfig', '/ServiceProviderConfig'),
    },
    resourceTypes: [
      {
        schemas: [TYPE_URN],
        id: 'User',
        name: 'User',
        endpoint: '/Users',
        description: 'People of the organisation',
        schema: USER_URN,
        schemaExtensions: [{ schema: ENTERPRISE_URN, required: false }],
        ...meta('ResourceType', '/ResourceTypes/User'),
      },
      {
        schemas: [TYPE_URN],
        id: 'Group',
        name: 'Group',
        endpoint: '/Groups',
        description: 'Groups of the organisation',
        schema: GROUP_URN,
        schemaExtensions: [],
        ...meta('ResourceType', '/ResourceTypes/Group'),
      },
    ],
    schemas: SCHEMAS.map((schema) => ({
      schemas: [SCHEMA_URN],
      ...schema,
      ...meta('Schema', `/Schemas/${schema.id}`),
    })),
  };
}
