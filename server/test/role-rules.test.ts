/** Rules of access that depend on the caller's roles alone. */
import { describe } from 'node:test';
import { mustEditCatalog, mustReadCatalog } from '../src/domain/catalog/access.ts';
import { mustBeGlobalAdmin } from '../src/domain/identity/access.ts';
import { mustManagePolicies } from '../src/domain/policies/access.ts';
import { mustReadAudit } from '../src/engine/audit/access.ts';
import { mustManageLifecycle } from '../src/flows/lifecycle/access.ts';
import { checkRoles } from './role-tables.ts';

const ADMINS = {
  person: false,
  'integration manager': false,
  'governance manager': true,
  'teams administrator': true,
  'global administrator': true,
  app: true,
};

describe('the right to read the audit trails', () => checkRoles(mustReadAudit, ADMINS));
describe('the right to manage policies', () => checkRoles(mustManagePolicies, ADMINS));
describe('the right to manage the lifecycle', () => checkRoles(mustManageLifecycle, ADMINS));
describe('the right to read the whole catalog', () =>
  checkRoles(mustReadCatalog, { ...ADMINS, 'integration manager': true }));
describe('the right to change the catalog', () => checkRoles(mustEditCatalog, { ...ADMINS, app: false }));
describe('the right to manage roles, apps and people', () =>
  checkRoles(mustBeGlobalAdmin, {
    person: false,
    'integration manager': false,
    'governance manager': false,
    'teams administrator': false,
    'global administrator': true,
    app: false,
  }));
