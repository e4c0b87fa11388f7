/** An organisation with directory, label and templates on a test database, and a node assembled as in main.ts. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { checkContents } from '../src/domain/catalog/check-contents.ts';
import type { JsonObject } from '../src/domain/catalog/document.ts';
import { readManifest } from '../src/domain/catalog/manifest.ts';
import type { RuleEngine } from '../src/domain/catalog/rules.ts';
import { DEFAULT_CONTENT_LIMITS } from '../src/domain/catalog/store-blob.ts';
import type { Job } from '../src/engine/jobs/describe-job.ts';
import type { JobRecord } from '../src/engine/jobs/model.ts';
import { runJob } from '../src/engine/jobs/run-job.ts';
import type { Principal } from '../src/engine/principal.ts';
import type { Suite } from '../src/engine/suite.ts';
import { requestApprovals } from '../src/flows/approvals/request-approval.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { createProvisioningJob } from '../src/flows/provisioning/create-provisioning-job.ts';
import type { ProvisioningJobData } from '../src/flows/provisioning/job.ts';
import type { ShownPlan } from '../src/flows/provisioning/plan.ts';
import { planProvisioning } from '../src/flows/provisioning/plan-provisioning.ts';
import type { RequestApprovals } from '../src/flows/provisioning/ports.ts';
import type { TeamProvisioningRequest } from '../src/flows/provisioning/request.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { startQueue } from '../src/persistence/queue.ts';
import type { Tenancy } from '../src/persistence/tenancy.ts';
import { createRuleEngine } from '../src/rules/engine.ts';
import { storeTemplate } from './catalog.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import type { EmbeddedSuiteTables } from './embedded-suite-tables.ts';
import { type ConnectedStore, connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';

export const TENANT = 'contoso';
export const LABEL = 'c0ffee00-0000-4000-8000-000000000001';

/** Ids in the directory: the requester ada, `person-1`, `person-2` and so on, and `guest`. */
export const PEOPLE = ['ada', ...Array.from({ length: 12 }, (_, index) => `person-${index + 1}`), 'guest'];

export const ADA: Principal = {
  tenantId: TENANT,
  kind: 'user',
  id: 'ada',
  displayName: 'Ada Lovelace',
  roles: new Set(['AUTHENTICATED_USER']),
};

/** Fills the organisation's directory, once per database. */
export async function fillDirectory(tenancy: Tenancy<EmbeddedSuiteTables>): Promise<void> {
  const database = tenancy.for(TENANT);
  await database
    .insertInto('directory.organisations')
    .values({
      tenant_id: TENANT,
      display_name: 'Contoso',
      initial_domain_name: 'contoso.onmicrosoft.example',
      default_domain_name: 'contoso.example',
    })
    .execute();
  await database
    .insertInto('directory.users')
    .values(
      PEOPLE.map((id) => ({
        tenant_id: TENANT,
        user_id: id,
        display_name: id === 'ada' ? 'Ada Lovelace' : `Person ${id}`,
        mail: `${id}@contoso.example`,
        user_principal_name: `${id}@contoso.example`,
        user_type: id === 'guest' ? ('Guest' as const) : ('Member' as const),
      })),
    )
    .execute();
  await database
    .insertInto('embedded_suite.labels')
    .values({
      tenant_id: TENANT,
      label_id: LABEL,
      name: 'Confidential',
      description: 'For few',
      color: '#0078D4',
      sensitivity: 2,
      tooltip: '',
      is_active: true,
      parent_id: null,
      published_to: null,
    })
    .execute();
}

export interface Node extends ConnectedStore {
  suite: Suite;
  approvals: RequestApprovals;
  rules: RuleEngine;
  queue: Awaited<ReturnType<typeof startQueue>>;
  /** Stores the template under its manifest's id. */
  storeTemplate(manifest: JsonObject): Promise<void>;
  request(
    request: TeamProvisioningRequest,
    principal?: Principal,
    operationId?: string,
  ): Promise<Job<ProvisioningJobData>>;
  dryRun(request: TeamProvisioningRequest, principal?: Principal): Promise<ShownPlan>;
  /** Events recorded by the call, in order. */
  eventsOf(requestId: string): Promise<{ type: string; payload: object }[]>;
}

export interface NodeOptions {
  works?: boolean;
  connections?: number;
  concurrency?: number;
}

/** Starts a node on the database, without workers. Only with `works` does its queue supervise and schedule. */
export async function startNode(serviceUrl: string, options: NodeOptions = {}): Promise<Node> {
  const { works = false, connections = 5, concurrency = 4 } = options;
  let closing = false;
  // Closing connections may still report that the server stops.
  const onError = (error: Error): void => {
    if (!closing) throw error;
  };
  const queue = await startQueue({ connectionString: serviceUrl, works, concurrency, onError });
  const connected = connectStore(serviceUrl, queue.boss, connections, onError);
  const { store } = connected;
  const suite: Suite = await openStoredSuite(suiteDeps(connected.suiteTenancy, systemClock));
  const rules = createRuleEngine();
  const approvals = requestApprovals({ suite, rules }, { approvalExpiryDays: 14 });
  const deps = {
    store,
    suite,
    rules,
    clock: systemClock,
    approvals,
    settings: { teamNameMaxLength: 264 },
  };
  const contextOf = (operationId = newId()) => ({ requestId: randomUUID(), operationId });
  return {
    ...connected,
    suite,
    rules,
    queue,
    approvals,
    async storeTemplate(manifest) {
      const { manifest: read, source, errors } = readManifest(manifest);
      if (read === undefined || source === undefined) throw new Error(JSON.stringify(errors));
      const { catalogTemplate, structure } = read;
      const { contents } = await checkContents(store, TENANT, structure.contents, DEFAULT_CONTENT_LIMITS);
      await storeTemplate(store, TENANT, {
        catalogTemplate,
        structure: { ...structure, ...(contents && { contents }) },
        source,
      });
    },
    request: (request, principal = ADA, operationId = newId()) =>
      createProvisioningJob(deps, principal, contextOf(operationId), request),
    dryRun: (request, principal = ADA) => planProvisioning(deps, principal, newId(), request),
    async eventsOf(requestId) {
      const { rows } = await sql<{ type: string; payload: object }>`
        select type, payload from charter.domain_events
         where request_id = ${requestId} order by event_id`.execute(connected.tenancy.for(TENANT));
      return rows;
    },
    async close() {
      closing = true;
      await rules.close();
      await queue.stop();
      await connected.close();
    },
  };
}

/** A node on a database of its own, which holds the organisation. */
export interface FilledNode extends Node {
  database: TestDatabase;
  /** Also drops the database. */
  close(): Promise<void>;
}

/** Creates a database, starts a node on it, and fills the organisation's directory. */
export async function startFilledNode(options: NodeOptions = {}): Promise<FilledNode> {
  const database = await createMigratedDatabase();
  const node = await startNode(database.serviceUrl, options);
  await fillDirectory(node.suiteTenancy);
  return {
    ...node,
    database,
    async close() {
      await node.close();
      await database.drop();
    },
  };
}

/** Runs the job as workers would, until it is completed. */
export async function completeJob(
  { store, suite }: Pick<FilledNode, 'store' | 'suite'>,
  jobId: string,
): Promise<JobRecord> {
  const log = { info: () => undefined, warn: console.error, error: console.error };
  const deps = { store, suite, definitions: JOB_DEFINITIONS, clock: systemClock, log };
  const never = new AbortController().signal;
  const run = async () => {
    await runJob(deps, { tenantId: TENANT, jobId }, { lost: never, stopping: never });
    return store.in(TENANT).jobs.find(jobId);
  };
  let job = await run();
  // A run yields after five seconds, which happens on a machine under load.
  while (job?.status === 'waiting') job = await run();
  assert.equal(job?.status, 'completed', job?.log.at(-1));
  return job;
}

/** A website tab in the form of a manifest. */
export const website = (displayName: string) => ({
  displayName,
  'teamsApp@odata.bind':
    "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
  configuration: { contentUrl: `https://example.com/${displayName}`, websiteUrl: 'https://example.com/' },
});

/** A PNG of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A template with conventions, a label, a picture, permanent people, an app, and channels with tabs. */
export const RICH_TEMPLATE: JsonObject = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: {
    id: 'rich',
    name: 'Deal room',
    version: '1.0',
    language: 'en',
    enabled: true,
    pictureUrl: PICTURE,
    sensitivityLabelId: LABEL,
    permanentMembership: {
      owners: [{ id: 'person-9@contoso.example' }],
      members: [{ id: 'person-10' }, { id: 'person-11' }],
    },
    mandatoryMembership: { owners: 2, members: 3 },
  },
  newTeam: {
    namingConvention: 'DEAL <%= request.team.name %>',
    emailConvention: 'deal-<%= request.team.name.toLowerCase() %>',
    descriptionConvention: '<%= request.team.description %> for <%= user.displayName %>',
    defaultWelcomeMessage: 'Welcome to the deal.',
    teamPrivacy: 'private',
    addRequesterAsTeamOwner: true,
  },
  initialization: {
    structure: {
      classification: 'secret',
      memberSettings: { allowDeleteChannels: false },
      funSettings: { giphyContentRating: 'strict' },
      installedApps: [
        {
          'teamsApp@odata.bind':
            "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.planner')",
        },
      ],
      channels: [
        {
          displayName: 'General',
          tabs: [
            website('Start'),
            website('Calendar'),
            { displayName: 'Closing', contents: { plan: 'Closing by <%= user.displayName %>' } },
            { displayName: 'Minutes', contents: { folder: 'Minutes' } },
          ],
        },
        { displayName: 'Finance', description: 'Money', tabs: [website('Model'), website('Figures')] },
        { displayName: 'Legal', isFavoriteByDefault: true, tabs: [website('Contract')] },
        { displayName: 'Partners', tabs: [website('List')] },
        { displayName: 'Board', membershipType: 'private', tabs: [website('Minutes'), website('Votes')] },
        { displayName: 'Archive' },
      ],
    },
    contents: {
      channels: [
        {
          channel: 'General',
          folders: [{ path: 'Minutes/2026' }, { path: 'For <%= user.displayName %>' }],
          files: [
            { path: 'Minutes/Template.txt', source: 'data:,Present%3A' },
            {
              path: 'Welcome.md',
              // # Welcome … Ask <%= user.displayName %>.
              source: 'data:text/markdown;base64,IyBXZWxjb21lCgpBc2sgPCU9IHVzZXIuZGlzcGxheU5hbWUgJT4uCg==',
              rendered: true,
            },
          ],
          plans: [
            {
              name: 'Closing by <%= user.displayName %>',
              buckets: [
                {
                  name: 'First week',
                  tasks: [
                    { title: 'Kick off', dueDays: 7, assignee: 'requester', labels: ['Urgent'] },
                    {
                      title: 'Read',
                      notes: 'The contract',
                      checklist: ['Once', 'Twice'],
                      assignee: 'owners',
                    },
                  ],
                },
                { name: 'Later' },
              ],
            },
          ],
        },
        {
          channel: 'Finance',
          announcements: ['Ask <%= user.displayName %>\nabout money.', 'Figures follow.'],
        },
        { channel: 'Board', files: [{ path: 'Votes.csv', source: 'data:text/csv;base64,YSxiCg==' }] },
      ],
    },
  },
};

/** A request for RICH_TEMPLATE with nine people besides the requester. */
export const richRequest = (name: string): TeamProvisioningRequest => ({
  template: { id: 'rich' },
  team: {
    name,
    description: 'A deal',
    membership: {
      owners: [{ id: 'person-1' }, { id: 'PERSON-2@contoso.example' }],
      members: ['person-3', 'person-4', 'person-5', 'person-6', 'person-7', 'person-8', 'guest'].map(
        (id) => ({ id }),
      ),
    },
  },
  metadata: { order: 1, about: ['b', 'a'] },
});
