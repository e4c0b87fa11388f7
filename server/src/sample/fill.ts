/**
 * Fills an installation with the sample organisations. Each tenant is stored last, so that the next start repeats
 * an interrupted attempt. Each step is idempotent.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { applyTemplate } from '../domain/catalog/change-templates.ts';
import { isJsonObject, parseManifestDocument, setInSource } from '../domain/catalog/document.ts';
import type { RuleEngine } from '../domain/catalog/rules.ts';
import { DEFAULT_CONTENT_LIMITS, storeBlob } from '../domain/catalog/store-blob.ts';
import type { NewTab } from '../domain/channels/suite.ts';
import type { WritableOrganisation } from '../domain/directory/ports.ts';
import type {
  RegisteredApp,
  RoleAssignmentStore,
  TenantStore,
  TimedCause,
} from '../domain/identity/ports.ts';
import type { PolicyDraft } from '../domain/policies/model.ts';
import { type Principal, type RequestContext, type Role, SYSTEM_ACTOR } from '../engine/principal.ts';
import type { Store } from '../engine/store.ts';
import type { Suite } from '../engine/suite.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import {
  readSampleOrganisation,
  SAMPLE_NAMES,
  SAMPLE_TENANTS,
  type SampleApp,
  type SampleManifest,
  type SampleOrganisation,
  type SampleTab,
  type SampleTeam,
} from './organisation.ts';

/** An app to register, with its secret in plain text. */
export type NewSampleApp = Pick<RegisteredApp, 'tenantId' | 'appId' | 'displayName' | 'roles'> & {
  secret: string;
};

export interface FillDeps {
  tenants: Pick<TenantStore, 'find' | 'save'>;
  administration: WritableOrganisation;
  suite: Suite;
  store: Store;
  rules: Pick<RuleEngine, 'check'>;
  roles: Pick<RoleAssignmentStore, 'assign'>;
  registerApp(app: NewSampleApp, cause: TimedCause): Promise<unknown>;
  /** Creates the policy under the operation's id, or finds the policy of an earlier attempt. */
  createPolicy(principal: Principal, context: RequestContext, draft: PolicyDraft): Promise<unknown>;
  clock: Clock;
}

/** A new sample organisation. Only hashes of the secrets are stored, so they can't be read later. */
export interface FilledOrganisation {
  tenantId: string;
  displayName: string;
  apps: Pick<NewSampleApp, 'appId' | 'displayName' | 'secret'>[];
}

/** The service itself is the actor that assigns the roles and registers the apps. */
const causeOf = ({ clock }: FillDeps): TimedCause => ({
  actor: SYSTEM_ACTOR,
  requestId: newId(),
  at: clock.now(),
});

const newContext = (): RequestContext => ({ requestId: newId(), operationId: newId() });

async function registerApps(
  deps: FillDeps,
  tenantId: string,
  apps: readonly SampleApp[],
): Promise<FilledOrganisation['apps']> {
  const registered: FilledOrganisation['apps'] = [];
  for (const { id, displayName, roles } of apps) {
    const secret = randomBytes(32).toString('base64url');
    await deps.registerApp({ tenantId, appId: id, displayName, roles, secret }, causeOf(deps));
    registered.push({ appId: id, displayName, secret });
  }
  return registered;
}

const newTabs = (tabs: readonly SampleTab[], marker: string): NewTab[] =>
  tabs.map(({ displayName, teamsAppId, contentUrl }, index) => ({
    marker: `${marker}/tab/${index}`,
    displayName,
    teamsAppId,
    configuration: { contentUrl, websiteUrl: contentUrl },
  }));

/** Creates the team, or completes it after an interrupted attempt. Returns its id. */
async function createTeam({ suite }: FillDeps, tenantId: string, team: SampleTeam): Promise<string> {
  const marker = `sample/${team.key}`;
  const { team: made } = await suite.teams.create(tenantId, { ...team, marker });
  const teamId = made.id;
  const owners = team.ownerIds.map((userId) => ({ userId, role: 'owner' as const }));
  const members = team.memberIds.map((userId) => ({ userId, role: 'member' as const }));
  await suite.teams.addMembers(tenantId, teamId, [...owners, ...members]);
  await suite.teams.update(tenantId, teamId, team.settings);
  await suite.teams.installApps(tenantId, teamId, team.installedApps);
  const primary = await suite.channels.primary(tenantId, teamId);
  const channels = await suite.channels.create(
    tenantId,
    teamId,
    team.channels.map((channel, index) => ({
      ...channel,
      marker: `${marker}/channel/${index}`,
      members: channel.membershipType === 'standard' ? [] : owners,
    })),
  );
  const tabsOfChannels = channels.map(({ id }, index) => ({
    channelId: id,
    tabs: newTabs(team.channels[index]?.tabs ?? [], `${marker}/channel/${index}`),
  }));
  await suite.channels.createTabsInChannels(tenantId, teamId, [
    { channelId: primary.id, tabs: newTabs(team.tabs, `${marker}/primary`) },
    ...tabsOfChannels,
  ]);
  return teamId;
}

/** Adds the id of the cloned team, found by the team's name. Returns a manifest without such a team unchanged. */
function withTeamId({ file, text }: SampleManifest, teamIds: ReadonlyMap<string, string>): string {
  const parsed = parseManifestDocument(text);
  if ('problems' in parsed) throw new Error(`${file}: ${parsed.problems[0]?.message}`);
  const { clonedTeam } = parsed.document;
  const teamId = isJsonObject(clonedTeam) ? teamIds.get(String(clonedTeam.teamName)) : undefined;
  return teamId === undefined ? text : setInSource(parsed.source, ['clonedTeam', 'teamId'], teamId).text;
}

/** The organisation's administrator, who is the actor for templates and policies. */
function administratorOf({ tenant, people, roles }: SampleOrganisation): Principal {
  const { userId } = roles.find(({ role }) => role === 'GLOBAL_ADMIN') ?? {};
  const person = people.find(({ profile }) => profile.id === userId);
  if (person === undefined) throw new Error(`${tenant.displayName} has no GLOBAL_ADMIN.`);
  return {
    tenantId: tenant.id,
    kind: 'user',
    id: person.profile.id,
    displayName: person.profile.displayName,
    roles: new Set<Role>(['AUTHENTICATED_USER', 'GLOBAL_ADMIN']),
  };
}

async function fillCatalog(
  deps: FillDeps,
  organisation: SampleOrganisation,
  administrator: Principal,
): Promise<void> {
  const teamIds = new Map<string, string>();
  for (const team of organisation.teams) {
    teamIds.set(team.displayName, await createTeam(deps, organisation.tenant.id, team));
  }
  const blobs = new Map(organisation.manifests.flatMap((manifest) => [...manifest.blobs]));
  await Promise.all(
    [...blobs].map(([sha256, content]) =>
      storeBlob({ ...deps, contentLimits: DEFAULT_CONTENT_LIMITS }, administrator, newContext(), {
        sha256,
        bytes: Readable.from([content]),
      }),
    ),
  );
  for (const manifest of organisation.manifests) {
    const input = { manifest: withTeamId(manifest, teamIds), files: manifest.files };
    await applyTemplate(deps, administrator, newContext(), input);
  }
}

async function fillOrganisation(
  deps: FillDeps,
  organisation: SampleOrganisation,
): Promise<FilledOrganisation> {
  const { administration } = deps;
  const { tenant, people, groups, labels, roles, policies } = organisation;
  const { id: tenantId, displayName } = tenant;
  const administrator = administratorOf(organisation);
  const profiles = people.map(({ profile }) => profile);
  await administration.saveOrganisation(tenant);
  await administration.saveUsers(tenantId, profiles);
  await administration.saveGroups(tenantId, groups);
  await administration.saveLabels(tenantId, labels);
  for (const { userId, role } of roles) await deps.roles.assign(tenantId, userId, role, causeOf(deps));
  await fillCatalog(deps, organisation, administrator);
  for (const { id, ...draft } of policies) {
    await deps.createPolicy(administrator, { ...newContext(), operationId: id }, draft);
  }
  const apps = await registerApps(deps, tenantId, organisation.apps);
  await deps.tenants.save({ id: tenantId, displayName });
  return { tenantId, displayName, apps };
}

/**
 * Creates every missing sample organisation and returns the new ones. Reads only the files of the missing ones, because
 * each start of a service calls this function. Must run on one node at a time.
 */
export async function fillSampleOrganisations(deps: FillDeps): Promise<FilledOrganisation[]> {
  const filled: FilledOrganisation[] = [];
  for (const name of SAMPLE_NAMES) {
    if ((await deps.tenants.find(SAMPLE_TENANTS[name])) !== undefined) continue;
    filled.push(await fillOrganisation(deps, readSampleOrganisation(name)));
  }
  return filled;
}
