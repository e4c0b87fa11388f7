/**
 * A process that makes changes and kills itself with SIGKILL before the given database statement. Arguments: the
 * service role's URL, tenant, a name prefix, three teams (to work in, to archive, to delete), and the statement's
 * number. Without a number it runs to the end and prints the number of statements.
 */

import { applyTemplate } from '../src/domain/catalog/change-templates.ts';
import { createChannel } from '../src/domain/channels/change-channels.ts';
import { createTab } from '../src/domain/channels/change-tabs.ts';
import { admitPeople } from '../src/domain/guests/admit-people.ts';
import { checkNewOwners, checkTeamChange } from '../src/domain/policies/check-team.ts';
import { addTeamMember } from '../src/domain/teams/change-members.ts';
import { deleteTeam } from '../src/domain/teams/delete-team.ts';
import { archiveTeam } from '../src/domain/teams/team-jobs.ts';
import { updateTeam } from '../src/domain/teams/update-team.ts';
import type { Principal, RequestContext } from '../src/engine/principal.ts';
import { admitChannel } from '../src/flows/channels/admit-channel.ts';
import { registerApp } from '../src/identity/register-app.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { createAppStore } from '../src/persistence/apps.ts';
import { startAuditSealer } from '../src/persistence/audit-sealer.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { createRoleAssignmentStore } from '../src/persistence/role-assignments.ts';
import { CAUSE } from './cause.ts';
import { killedAtStatement } from './killed-at-statement.ts';
import { testSecrets } from './secrets.ts';
import { connectQueue, connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';

const [serviceUrl, tenantId, name, teamId, toArchive, toDelete, point] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string?,
];

const queue = await connectQueue(serviceUrl);
const { store, tenancy, suiteTenancy, close } = connectStore(serviceUrl, queue.boss, 1);
const suite = await openStoredSuite(suiteDeps(suiteTenancy, systemClock));
const sealer = startAuditSealer(tenancy, testSecrets(), { warn: console.error });
const roles = createRoleAssignmentStore(tenancy);
const apps = createAppStore(tenancy);
const deps = { store, suite, clock: systemClock, settings: { teamNameMaxLength: 264 } };
const admin: Principal = {
  tenantId,
  kind: 'user',
  id: 'ada-id',
  displayName: 'Ada',
  roles: new Set(['AUTHENTICATED_USER', 'TEAMS_SERVICE_ADMIN']),
};
const newCall = (): RequestContext => ({ requestId: newId(), operationId: newId() });
const noMistakes = { check: async () => ({ rules: new Map(), conventions: new Map() }) };
const template = (version: string) => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: name, name, version, language: 'en', enabled: true },
});
const secret = 'long enough to be a secret';

await store.in(tenantId).jobs.find(newId());
const sent = await killedAtStatement(point, async () => {
  const channel = await createChannel({ ...deps, admitChannel }, admin, newCall(), {
    teamId,
    displayName: name,
  });
  await createTab(deps, admin, newCall(), {
    teamId,
    channelId: channel.id,
    displayName: name,
    teamsAppId: 'com.microsoft.teamspace.tab.web',
    configuration: { contentUrl: 'https://example.com/' },
  });
  await addTeamMember({ ...deps, admitPeople, checkNewOwners }, admin, newCall(), {
    teamId,
    user: { id: 'sam-id' },
    role: 'member',
  });
  await updateTeam({ ...deps, checkTeamChange }, admin, newCall(), {
    teamId,
    representation: { description: name },
  });
  for (const version of ['1.0', '1.1']) {
    const input = { manifest: template(version) };
    await applyTemplate({ ...deps, rules: noMistakes }, admin, newCall(), input);
  }
  await roles.assign(tenantId, name, 'INTEGRATION_MANAGER', CAUSE);
  await roles.assign(tenantId, name, 'GLOBAL_ADMIN', CAUSE);
  await roles.revoke(tenantId, name, 'GLOBAL_ADMIN', CAUSE);
  await registerApp(
    { apps, scrypt: { ln: 4, r: 8, p: 1 } },
    { tenantId, appId: name, displayName: name, roles: [], secret },
    CAUSE,
  );
  sealer.schedule(tenantId);
  await archiveTeam(deps, admin, newCall(), { teamId: toArchive, siteReadOnly: false });
  await deleteTeam(deps, admin, newCall(), { teamId: toDelete });
});
console.log(sent.length);
await sealer.stop();
await queue.stop();
await close();
