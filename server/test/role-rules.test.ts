/** Tests rules of access that depend only on the caller's roles. */
import { describe } from 'node:test';
import { assertCanChangeBranding } from '../src/domain/branding/access.ts';
import { assertCanEditCatalog, assertCanReadCatalog } from '../src/domain/catalog/access.ts';
import { assertGlobalAdmin } from '../src/domain/identity/access.ts';
import { assertCanManagePolicies } from '../src/domain/policies/access.ts';
import { assertCanReadAudit } from '../src/engine/audit/access.ts';
import { assertCanSeeHoldings } from '../src/flows/leavers/access.ts';
import { assertCanManageLifecycle } from '../src/flows/lifecycle/access.ts';
import { assertCanSeeSearches } from '../src/flows/owners/access.ts';
import { checkRoles } from './role-tables.ts';

const ADMINS = {
  person: false,
  'integration manager': false,
  'governance manager': true,
  'teams administrator': true,
  'global administrator': true,
  app: true,
};

describe('the right to read the audit trails', () => checkRoles(assertCanReadAudit, ADMINS));
describe('the right to manage policies', () => checkRoles(assertCanManagePolicies, ADMINS));
describe('the right to manage the lifecycle', () => checkRoles(assertCanManageLifecycle, ADMINS));
describe('the right to read the whole catalog', () =>
  checkRoles(assertCanReadCatalog, { ...ADMINS, 'integration manager': true }));
describe('the right to change the catalog', () =>
  checkRoles(assertCanEditCatalog, { ...ADMINS, app: false }));
describe('the right to change the branding', () =>
  checkRoles(assertCanChangeBranding, { ...ADMINS, app: false }));
describe('the right to list the searches for owners', () => checkRoles(assertCanSeeSearches, ADMINS));

const GLOBAL_ADMIN_ONLY = {
  person: false,
  'integration manager': false,
  'governance manager': false,
  'teams administrator': false,
  'global administrator': true,
  app: false,
};
describe('the right to manage roles, apps and people', () =>
  checkRoles(assertGlobalAdmin, GLOBAL_ADMIN_ONLY));
describe('the right to see what depends on people', () =>
  checkRoles(assertCanSeeHoldings, GLOBAL_ADMIN_ONLY));
