/** Schemas of roles that the service assigns. */
import Type from 'typebox';
import { ASSIGNABLE_ROLES } from '../../domain/identity/ports.ts';
import type { Role as KeptRole } from '../../engine/principal.ts';
import { Closed, Collection, OneOf, Resource } from '../schema.ts';

const Role = OneOf(ASSIGNABLE_ROLES, { description: 'Takes effect within 10 seconds' });

export const RoleParams = Closed({
  principalId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Id of a person of the directory or of a registered app',
  }),
  role: Role,
});

export const RoleAssignment = Resource('RoleAssignment', {
  principalId: Type.String(),
  kind: Type.Optional(
    OneOf(['user', 'app'], { description: 'Absent when the directory does not have the principal' }),
  ),
  displayName: Type.Optional(Type.String()),
  role: Type.Unsafe<KeptRole>(Role),
});

export const RoleAssignments = Collection('RoleAssignments', RoleAssignment);
