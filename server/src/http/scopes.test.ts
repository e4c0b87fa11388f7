/** Tests the scopes of apps: for each scope and each operation, whether an app with all roles may call it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../test/cause.ts';
import { startTeamService, type TeamService } from '../../test/team-service.ts';
import { TENANT } from '../../test/team-world.ts';
import { issueAccessToken } from '../composition/issuer.ts';
import { readConfig } from '../config.ts';
import { ASSIGNABLE_ROLES } from '../domain/identity/ports.ts';
import { SCOPES, type Scope } from '../engine/principal.ts';
import { createRoleAssignmentStore } from '../persistence/role-assignments.ts';
import { OPERATIONS, type OperationId } from './operations.ts';

/** Operations that need a single scope, by that scope. */
const BY_SCOPE: Readonly<Record<Scope, readonly OperationId[]>> = {
  'teams.read': [
    'getChannelViolations',
    'getDirectoryTeam',
    'getDirectoryTeams',
    'getGuestReport',
    'getJoinRequests',
    'getReview',
    'getReviewItems',
    'getReviews',
    'getTeam',
    'getTeamChannelFileContent',
    'getTeamChannelFiles',
    'getTeamChannelPlans',
    'getTeamChannelTabs',
    'getTeamChannels',
    'getTeamLifecycle',
    'getTeamMembers',
    'getTeamMetadata',
    'getTeamOwnership',
    'getTeamPermissions',
    'getTeamPrimaryChannel',
    'getTeamReport',
    'getTeams',
  ],
  'teams.request': [
    'answerQuestion',
    'cancelApproval',
    'checkAnswers',
    'checkChannelAnswers',
    'createTeamChannelRequest',
    'createTeamProvisioningJob',
    'findSimilarTeams',
    'getTeamChannelTemplates',
  ],
  'teams.manage': [
    'acceptJoinRequest',
    'addTeamMember',
    'addTeamMembers',
    'archiveTeam',
    'archiveTeamChannel',
    'cancelJob',
    'createTeamChannel',
    'createTeamChannelTab',
    'decideReview',
    'declineJoinRequest',
    'deleteTeamChannel',
    'deleteTeamChannelTab',
    'removeTeamMember',
    'renewTeamLifecycle',
    'retryJob',
    'unarchiveTeam',
    'unarchiveTeamChannel',
    'updateTeam',
    'updateTeamChannel',
    'updateTeamMember',
    'updateTeamMetadata',
  ],
  'teams.delete': ['deleteTeam'],
  'catalog.read': [
    'exportCatalogTemplate',
    'getCatalogBlob',
    'getCatalogTemplate',
    'getCatalogTemplateVersion',
    'getCatalogTemplateVersions',
    'getCatalogTemplates',
    'getChannelTemplates',
  ],
  'catalog.manage': [
    'applyCatalogTemplate',
    'checkCatalogTemplate',
    'deleteCatalogTemplate',
    'putCatalogBlob',
    'updateCatalogTemplate',
  ],
  'jobs.read': ['getJob', 'getJobEvents', 'getJobTeams', 'getJobs', 'getRequestReport'],
  'approvals.read': ['getApproval', 'getApprovals'],
  'approvals.decide': [
    'approveTeamCreation',
    'askRequester',
    'commentOnApproval',
    'delegateApproval',
    'rejectTeamCreation',
    'withdrawQuestion',
  ],
  'hooks.manage': [
    'createHook',
    'deleteHook',
    'generateHookSignature',
    'getHook',
    'getHookDeliveries',
    'getHookDelivery',
    'getHooks',
    'getHooksEvents',
    'redeliverHookDeliveries',
    'redeliverHookDelivery',
    'rotateHookSecret',
    'testHook',
    'updateHook',
  ],
  'audit.read': ['getAuditKeys', 'getAuditTrailRecords', 'getAuditTrails', 'getTeamHistory'],
  'people.read': [
    'exportUser',
    'getGroupMembers',
    'getGroups',
    'getLeavers',
    'getRoles',
    'getUserImpact',
    'getUsers',
    'lookupUsers',
  ],
  'people.manage': ['eraseUser', 'importUsers', 'placeUserHold', 'removeUserHold'],
  'governance.manage': [
    'allowChannel',
    'attachPolicy',
    'checkPolicies',
    'createPolicy',
    'deleteOrganizationLogo',
    'deletePolicy',
    'detachPolicy',
    'getLifecycleRun',
    'getLifecycleRunTeams',
    'getLifecycleRuns',
    'getLifecycleSimulation',
    'getOwnerSearches',
    'getPolicies',
    'getPolicy',
    'getPolicyReport',
    'getPolicyTeams',
    'putOrganizationLogo',
    'startLifecycleRun',
    'updateOrganizationBranding',
    'updatePolicy',
  ],
};

/** Operations that need several scopes together. */
const SEVERAL_SCOPES: Readonly<Partial<Record<OperationId, readonly Scope[]>>> = {
  createTeamBulkJob: ['teams.manage', 'teams.delete', 'governance.manage'],
  getOverview: ['teams.read', 'jobs.read', 'approvals.read'],
};

/** Operations for an app with any scope. */
const ALWAYS: readonly OperationId[] = ['getMe', 'getOrganizationBranding', 'getOrganizationLogo'];

/** Operations that no scope allows: those about a person, and those that change access. */
const NEVER: readonly OperationId[] = [
  'acceptOwnerRequest',
  'addAppSecret',
  'approveJob',
  'assignRole',
  'createApp',
  'createJoinRequest',
  'createScimToken',
  'declineOwnerRequest',
  'deleteApp',
  'deleteScimToken',
  'getApp',
  'getApps',
  'getMyCatalogTemplates',
  'getMyGroups',
  'getMyJoinRequests',
  'getMyLabels',
  'getMyTeam',
  'getMyTeams',
  'getNotificationSettings',
  'getNotifications',
  'getOwnerRequests',
  'getScimTokens',
  'markNotificationRead',
  'markNotificationsRead',
  'rejectJob',
  'removeAppSecret',
  'removeRole',
  'rotateAppSecret',
  'updateApp',
  'updateMyTeam',
  'updateNotificationSettings',
  'withdrawJoinRequest',
];

/** The subject of an operation, by its path: the first expression that matches. docs/apps.md uses these words. */
const SUBJECTS: readonly [RegExp, string][] = [
  [/\/files/, 'files'],
  [/\/plans/, 'plans'],
  [/\/blobs/, 'files'],
  [/^\/reports\/requests/, 'report of requests'],
  [/^\/reports/, 'reports of teams and guests'],
  [/^\/reviews/, 'reviews'],
  [/^\/directory\/teams\/similar/, 'similar teams'],
  [/^\/directory/, 'directory of teams'],
  [/^\/joinRequests/, 'requests to join'],
  [/^\/channelViolations/, 'channel violations'],
  [/^\/ownerSearches/, 'searches for owners'],
  [/^\/teams\/provisioning|\/channels\/(requests|templates)/, 'request a team, or a channel by template'],
  [/\/lifecycle\/renew/, 'renew'],
  [/\/lifecycle/, 'lifecycle'],
  [/\/metadata/, 'metadata'],
  [/\/ownership/, 'owners'],
  [/\/permissions/, 'permissions'],
  [/\/history/, 'history'],
  [/\/tabs/, 'tabs'],
  [/\/channels/, 'channels'],
  [/^\/groups/, 'groups'],
  [/\/members/, 'members'],
  [/^\/teams/, 'team'],
  [/^\/catalog\/channelTemplates/, 'channels'],
  [/\/versions/, 'versions'],
  [/^\/catalog/, 'templates'],
  [/^\/jobs/, 'jobs'],
  [/\/(cancel)$/, 'withdraw'],
  [/\/answer$/, 'answer'],
  [/\/ask/, 'ask the requester'],
  [/\/comments/, 'comment'],
  [/\/delegate/, 'delegate'],
  [/^\/approvals/, 'approv'],
  [/\/deliveries|\/redeliver/, 'deliveries'],
  [/^\/hooks/, 'webhooks'],
  [/^\/audittrails\/keys/, 'keys'],
  [/^\/audittrails/, 'audit trails'],
  [/\/export/, 'export of a person'],
  [/\/impact/, 'depends on a person'],
  [/\/erase/, 'erase'],
  [/\/hold/, 'legal holds'],
  [/\/import/, 'import'],
  [/^\/leavers/, 'leavers'],
  [/^\/roles/, 'roles'],
  [/^\/users/, 'people'],
  [/\/report$/, 'reports'],
  [/^\/policies/, 'policies'],
  [/\/logo/, 'logo'],
  [/^\/organization/, 'name'],
];

const IDS = Object.keys(OPERATIONS).sort() as OperationId[];
const APP = `${TENANT}-app`;

/** Returns a path whose ids belong to no object. */
const pathOf = (id: OperationId): string =>
  OPERATIONS[id].path.replaceAll(/:(\w+)/g, (_, name) =>
    name === 'role' ? 'GOVERNANCE_MANAGER' : '019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10',
  );

describe('scopes', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
    const roles = createRoleAssignmentStore(service.world.database.tenancy);
    for (const role of ASSIGNABLE_ROLES) await roles.assign(TENANT, APP, role, CAUSE);
  });
  after(() => service.close());

  const tokenFor = (scopes: readonly Scope[]): Promise<string> => {
    const config = readConfig({ DATABASE_URL: service.world.database.ownerUrl });
    return issueAccessToken({ app: APP, scopes }, { ...config, publicUrl: new URL(service.url).origin });
  };

  const callWith = (token: string, id: OperationId): Promise<Response> =>
    fetch(service.url + pathOf(id), {
      method: OPERATIONS[id].method,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(20_000),
    });

  /** Returns the operations that do not respond with 403. */
  async function allowed(scopes: readonly Scope[]): Promise<OperationId[]> {
    const token = await tokenFor(scopes);
    const found: OperationId[] = [];
    for (const id of IDS) {
      const { status, body } = await callWith(token, id);
      await body?.cancel();
      assert.ok(![401, 429].includes(status), `${id} answered ${status}`);
      if (status !== 403) found.push(id);
    }
    return found;
  }

  it('are covered by this test for every operation', () => {
    const listed = [...Object.values(BY_SCOPE).flat(), ...Object.keys(SEVERAL_SCOPES), ...ALWAYS, ...NEVER];
    assert.deepEqual(listed.sort(), IDS);
  });

  it('are described in docs/apps.md with the subjects of their operations', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/apps.md'), 'utf8');
    const missing = SCOPES.flatMap((scope) => {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${scope}\` |`)) ?? '';
      return BY_SCOPE[scope].flatMap((id) => {
        const { path } = OPERATIONS[id];
        const [, subject] = SUBJECTS.find(([pattern]) => pattern.test(path)) ?? [];
        return subject !== undefined && row.includes(subject) ? [] : [`${scope}: ${subject ?? path} (${id})`];
      });
    });
    assert.deepEqual(missing, []);
  });

  for (const scope of SCOPES) {
    it(`${scope} allows its own operations and no other`, async () => {
      assert.deepEqual(await allowed([scope]), [...BY_SCOPE[scope], ...ALWAYS].sort());
    });
  }

  it('together allow all operations except those about credentials, role changes and the calling person', async () => {
    assert.deepEqual(
      await allowed(SCOPES),
      IDS.filter((id) => !NEVER.includes(id)),
    );
  });

  it('do not allow an operation while one of its scopes is missing', async () => {
    for (const [id, needed] of Object.entries(SEVERAL_SCOPES) as [OperationId, readonly Scope[]][]) {
      for (const missing of needed) {
        const token = await tokenFor(SCOPES.filter((scope) => scope !== missing));
        assert.equal((await callWith(token, id)).status, 403, `${id} without ${missing}`);
      }
    }
  });

  it('are named in the error when they are missing, and limit the operations that /me lists', async () => {
    const token = await tokenFor(['jobs.read']);
    const { error } = (await (await callWith(token, 'getTeams')).json()) as { error: { message: string } };
    assert.match(error.message, /needs the scopes teams\.read\./);
    const { operations } = (await (await callWith(token, 'getMe')).json()) as { operations: string[] };
    assert.deepEqual(operations, [...BY_SCOPE['jobs.read'], ...ALWAYS].sort());
  });
});
