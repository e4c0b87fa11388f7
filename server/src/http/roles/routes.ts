/** Routes of the roles that the service assigns, with their schemas. */
import Type from 'typebox';
import { ASSIGNABLE_ROLES } from '../../domain/identity/ports.ts';
import { assignRole, listRoles, removeRole } from '../../domain/identity/roles.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Role as StoredRole } from '../../engine/principal.ts';
import { describeAnyJob } from '../../flows/jobs/definition-of.ts';
import { asOneOf, asText, readCursor } from '../cursors.ts';
import { Job, presentJob } from '../jobs/schemas.ts';
import { Paged, readTop } from '../paging.ts';
import { OtherResponse, route } from '../route.ts';
import { Closed, Collection, DateTime, described, Model, Nullable, OneOf, Resource } from '../schema.ts';

const Role = OneOf(ASSIGNABLE_ROLES, { description: 'Takes effect within 10 seconds' });

const RoleParams = Closed({
  principalId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Id of a person of the directory or of a registered app',
  }),
  role: Role,
});

const RoleAssignment = Resource('RoleAssignment', {
  principalId: Type.String(),
  kind: Type.Optional(
    OneOf(['user', 'app'], { description: 'Absent when the directory does not have the principal' }),
  ),
  displayName: Type.Optional(Type.String()),
  role: Type.Unsafe<StoredRole>(Role),
  expiresDateTime: Type.Optional(described(DateTime, 'Absent when the role does not end')),
});

/** Shows the end of an assignment as the API does. */
const shownOf = <T extends { expiresAt: Date | null }>({ expiresAt, ...assignment }: T) => ({
  ...assignment,
  expiresDateTime: expiresAt?.toISOString(),
});

const RoleAssignmentPayload = Model('RoleAssignmentPayload', {
  expiresDateTime: Type.Optional(described(DateTime, 'End of the role, in the future. Default: none')),
});

const RoleAssignments = Collection('RoleAssignments', RoleAssignment);

export const getRolesRoute = route(
  {
    summary: 'List the roles that the service assigned',
    errors: [502],
    querystring: Paged,
    collection: RoleAssignments,
    description: 'Without roles from tokens, which apply in addition.',
  },
  async (deps, { principal, query }) => {
    const [principalId, role] = readCursor(query.$skiptoken, asText, asOneOf(ASSIGNABLE_ROLES)) ?? [];
    const { items, next } = await listRoles(deps, principal, {
      top: readTop(query.$top),
      after: principalId === undefined || role === undefined ? undefined : { principalId, role },
    });
    return { items: items.map(shownOf), next: next && [next.principalId, next.role] };
  },
);

/** Returns the response to a change that waits for a second administrator. */
const waiting = (job: JobRecord, base: string, baseUrl: string) =>
  new OtherResponse(
    202,
    { '@odata.context': `${baseUrl}/$metadata#jobs/$entity`, ...presentJob(describeAnyJob(job)) },
    { location: `${base}/jobs/${job.id}` },
  );

export const assignRoleRoute = route(
  {
    summary: 'Assign a role to a person or an app',
    errors: [409, 502],
    params: RoleParams,
    body: Nullable(RoleAssignmentPayload),
    bodyOptional: true,
    response: RoleAssignment,
    otherResponses: { 202: Job },
    responseHeaders: ['location'],
    context: 'roles/$entity',
    description:
      'Repeating the call changes nothing; with another end, the role ends then. The last GLOBAL_ADMIN without an end can get none. Administrators are notified of a new GLOBAL_ADMIN. Recorded in the trail `security`. When a second administrator must approve changes of roles, answers 202 with the job that waits for one.',
  },
  async (deps, { principal, context, params, body, base, baseUrl }) => {
    const end = body?.expiresDateTime;
    const expiresAt = end === undefined ? undefined : new Date(end);
    const assigned = await assignRole(deps, principal, context, { ...params, expiresAt });
    return 'job' in assigned ? waiting(assigned.job, base, baseUrl) : shownOf(assigned);
  },
);

export const removeRoleRoute = route(
  {
    summary: 'Remove a role from a person or an app',
    errors: [409],
    params: RoleParams,
    otherResponses: { 202: Job },
    responseHeaders: ['location'],
    description:
      'Rejected with 409 for the last GLOBAL_ADMIN. Roles in tokens remain: remove them at the issuer. Recorded in the trail `security`. When a second administrator must approve changes of roles, answers 202 with the job that waits for one.',
  },
  async (deps, { principal, context, params, base, baseUrl }) => {
    const job = await removeRole(deps, principal, context, params);
    if (job !== undefined) return waiting(job, base, baseUrl);
  },
);
